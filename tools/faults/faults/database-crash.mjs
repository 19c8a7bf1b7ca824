import { startOwnServer } from '../harness/own-server.mjs';
import { between } from '../workload/draw.mjs';

/** The server is gone from one moment to the next, stays away for a while, and recovers from its own disk. */
export const fault = {
  name: 'database-crash',
  title: 'database crash and restart',
  stores: ['postgres', 'mariadb'],
  promises: 'ABCDGH',
  harm: 'crashes',
  startServer: startOwnServer,

  async inflict(scene) {
    const { server, random } = scene;
    while (scene.isOn) {
      await scene.sleep(between(random, 800, 3_000));
      await server.crash();
      scene.count('crashes');
      // Shorter and longer than a lease.
      await scene.sleep(between(random, 0, 4_000));
      await server.restart();
    }
  },
};
