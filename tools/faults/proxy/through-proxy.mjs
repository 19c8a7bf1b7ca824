import { drawn } from '../workload/draw.mjs';
import { FaultyProxy } from './proxy.mjs';

/** What a fault of the network has in common: its workers reach the database through a proxy, `scene.proxy`. */
export const throughProxy = {
  async prepare(scene) {
    const random = drawn(scene.seed, 'proxy');
    scene.proxy = new FaultyProxy({ url: scene.database.url, random: () => random.next() });
    scene.workerDatabaseUrl = await scene.proxy.start();
  },
  heal: (scene) => scene.proxy.pass(),
  cleanUp: (scene) => scene.proxy?.stop(),
};
