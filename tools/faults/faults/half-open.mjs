import { LEASE, PATIENCE_MS } from '../harness/settings.mjs';
import { struck, throughProxy } from '../proxy/through-proxy.mjs';
import { between } from '../workload/draw.mjs';

/** Longer than anything may be stuck: what a silent session has locked must be free without this. */
const NOTICED = { noticedAfterMs: PATIENCE_MS + 15_000 };

/**
 * Connections that nobody closes and nobody answers, as behind a firewall that has lost its state. They never speak again: nodes have
 * to give them up by themselves, and the server has to give up what they were about when they fell silent.
 */
export const fault = {
  ...throughProxy,
  name: 'half-open',
  title: 'half-open sockets: nothing is closed, nothing is answered',
  stores: ['postgres', 'mariadb', 'redis'],
  promises: 'ABCDGH',
  harm: 'silences',
  heal: ({ proxies }) => proxies.forEach((proxy) => proxy.pass(NOTICED)),

  async inflict(scene) {
    while (scene.isOn) {
      await scene.sleep(between(scene.random, 1_000, 2_500));
      const silent = struck(scene);
      for (const proxy of silent) proxy.halfOpen();
      scene.count('silences');
      await scene.sleep(between(scene.random, LEASE.duration, 3 * LEASE.duration));
      for (const proxy of silent) proxy.pass(NOTICED);
    }
  },
};
