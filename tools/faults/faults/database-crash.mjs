import { childProcesses } from '@scheduler/services';
import { startOwnServer } from '../harness/own-server.mjs';
import { between, oneOf } from '../workload/draw.mjs';

/** The server is killed, stays away for a while, and recovers from its own disk. */
export const fault = {
  name: 'database-crash',
  title: 'database crash and restart',
  stores: ['postgres', 'mariadb', 'redis'],
  promises: 'ABCDGH',
  harm: 'crashes',
  startServer: startOwnServer,

  async inflict(scene) {
    while (scene.isOn) {
      await scene.sleep(between(scene.random, 800, 3_000));
      const crash = oneOf(scene.random, CRASHES[scene.store]);
      await crash(scene);
      scene.count('crashes');
    }
  },
};

async function crashServer(scene) {
  await scene.server.crash();
  // Some outages are shorter and some longer than a lease.
  await scene.sleep(between(scene.random, 0, 4_000));
  await scene.server.restart();
}

/** Kills one process of the server, as when memory runs out. PostgreSQL then ends all sessions, recovers by itself, and refuses new ones meanwhile. */
function crashOneProcess({ server, random }) {
  process.kill(oneOf(random, childProcesses(server.pid)), 'SIGKILL');
}

const CRASHES = {
  postgres: [crashServer, crashServer, crashOneProcess],
  mariadb: [crashServer],
  redis: [crashServer],
};
