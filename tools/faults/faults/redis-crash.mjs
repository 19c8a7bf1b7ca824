import { startOwnRedis } from '../harness/own-redis.mjs';
import { until } from '../harness/until.mjs';
import { between, oneOf } from '../workload/draw.mjs';

const END_LIMIT_MS = 5_000;

/**
 * Redis is killed, stays away for a while, and restarts with what it had written to its file. Now and then a
 * worker gets SIGTERM meanwhile.
 */
export const fault = {
  name: 'redis-crash',
  title: 'Redis crash and restart on its data; SIGTERM meanwhile',
  stores: ['sqlite', 'postgres', 'mariadb'],
  queues: ['bullmq'],
  promises: 'ABCDH',
  harm: 'crashes',
  startRedis: startOwnRedis,

  async inflict(scene) {
    scene.notEnded = [];
    for (let round = 1; scene.isOn; round += 1) {
      await scene.sleep(between(scene.random, 500, 2_500));
      await scene.redis.crash();
      scene.count('crashes');
      // Some outages are shorter and some longer than a lease.
      await scene.sleep(between(scene.random, 0, 4_000));
      if (round % 2 === 0) await terminateOne(scene);
      await scene.redis.restart();
      // A node that is started while Redis is away fails, as it does without its database.
      await scene.workers.heal();
    }
  },

  verify: ({ notEnded }) => notEnded.map((name) => `${name} did not end while Redis was away`),
};

async function terminateOne(scene) {
  const { working } = scene.workers;
  if (working.length === 0) return;
  const worker = oneOf(scene.random, working);
  void worker.terminate();
  scene.count('restarts');
  if ((await until(() => worker.end !== null, END_LIMIT_MS)) === null) scene.notEnded.push(worker.name);
}
