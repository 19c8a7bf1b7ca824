import { drawn, oneOf } from '../workload/draw.mjs';
import { FaultyProxy } from './proxy.mjs';

/**
 * The common part of network faults: workers connect to the database through a proxy, `scene.proxy`, and to Redis, if there is
 * one, through another. `scene.proxies` are all proxies.
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

/** The randomly chosen proxies that a fault affects: that of the database, that of Redis, or both. */
export function affectedProxies({ proxies, random }) {
  return proxies.length === 1 ? proxies : oneOf(random, [proxies, ...proxies.map((proxy) => [proxy])]);
}
