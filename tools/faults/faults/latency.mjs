import { throughProxy } from '../proxy/through-proxy.mjs';
import { between, oneOf } from '../workload/draw.mjs';

/** The delays in each direction. The longest makes a round trip longer than a heartbeat may take. */
const DELAYS = [
  { delayMs: 5, jitterMs: 20 },
  { delayMs: 50, jitterMs: 150 },
  { delayMs: 250, jitterMs: 250 },
  { delayMs: 900, jitterMs: 200 },
];

/** The network to the database and to Redis is slow, and at times slower than a lease tolerates. */
export const fault = {
  ...throughProxy,
  name: 'latency',
  title: 'latency up to more than a heartbeat may take',
  stores: ['postgres', 'mariadb', 'redis'],
  promises: 'ABCDGH',
  harm: 'changes',

  async inflict(scene) {
    while (scene.isOn) {
      for (const proxy of scene.proxies) proxy.delay(oneOf(scene.random, DELAYS));
      scene.count('changes');
      await scene.sleep(between(scene.random, 500, 2_500));
    }
  },
};
