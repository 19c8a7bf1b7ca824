import { LEASE } from '../harness/settings.mjs';
import { throughProxy } from '../proxy/through-proxy.mjs';
import { between } from '../workload/draw.mjs';

/**
 * Connections that nobody closes and nobody answers, as behind a firewall that has lost its state. They never speak again, so that a
 * node has to give them up by itself; the server notices when it heals.
 */
export const fault = {
  ...throughProxy,
  name: 'half-open',
  title: 'half-open sockets: nothing is closed, nothing is answered',
  stores: ['postgres', 'mariadb'],
  promises: 'ABCDGH',
  harm: 'silences',

  async inflict(scene) {
    while (scene.isOn) {
      await scene.sleep(between(scene.random, 1_000, 2_500));
      scene.proxy.halfOpen();
      scene.count('silences');
      await scene.sleep(between(scene.random, LEASE.duration, 3 * LEASE.duration));
      scene.proxy.pass();
    }
  },
};
