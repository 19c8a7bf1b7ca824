import { LEASE, PATIENCE_MS } from '../harness/settings.mjs';
import { affectedProxies, throughProxy } from '../proxy/through-proxy.mjs';
import { between } from '../workload/draw.mjs';

/** After this time the server notices the dead connection. It is longer than anything may be stuck, so that locks of a silent session have to be released before. */
const NOTICED = { noticedAfterMs: PATIENCE_MS + 15_000 };

/**
 * Connections that are never closed and on which nothing arrives any more, as behind a firewall that has lost its state. Nodes have to
 * give them up by themselves, and the server has to roll back what they had begun.
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
      const silent = affectedProxies(scene);
      for (const proxy of silent) proxy.halfOpen();
      scene.count('silences');
      await scene.sleep(between(scene.random, LEASE.duration, 3 * LEASE.duration));
      for (const proxy of silent) proxy.pass(NOTICED);
    }
  },
};
