import { drawn, oneOf } from '../workload/draw.mjs';
import { FaultyProxy } from './proxy.mjs';

/**
 * What faults of the network have in common: its workers reach the database through a proxy, `scene.proxy`, and Redis, where there is
 * one, through another. `scene.proxies` are all of them.
 */
export const throughProxy = {
  async prepare(scene) {
    scene.proxies = [];
    scene.proxy = open(scene, 'proxy', scene.database.url);
    scene.workerDatabaseUrl = await scene.proxy.start();
    if (scene.messages.url === null) return;
    scene.workerRedisUrl = await open(scene, 'proxy-redis', scene.messages.url).start();
  },
  heal: ({ proxies }) => proxies.forEach((proxy) => proxy.pass()),
  cleanUp: ({ proxies = [] }) => Promise.all(proxies.map((proxy) => proxy.stop())),
};

function open(scene, name, url) {
  const random = drawn(scene.seed, name);
  const proxy = new FaultyProxy({ url, random: () => random.next() });
  scene.proxies.push(proxy);
  return proxy;
}

/** Which ways something happens to: that to the database, that to Redis, or both. */
export function struck({ proxies, random }) {
  return proxies.length === 1 ? proxies : oneOf(random, [proxies, ...proxies.map((proxy) => [proxy])]);
}
