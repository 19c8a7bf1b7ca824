import { startOwnRedis } from '../harness/own-redis.mjs';
import { until } from '../harness/until.mjs';
import { between, oneOf } from '../workload/draw.mjs';

const END_LIMIT_MS = 5_000;

/**
 * Redis is gone from one moment to the next, stays away for a while, and knows again what it had written to its file. Now and then a
 * worker is asked to end meanwhile.
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
    scene.heldUp = [];
    for (let turn = 1; scene.isOn; turn += 1) {
      await scene.sleep(between(scene.random, 500, 2_500));
      await scene.redis.crash();
      scene.count('crashes');
      // Shorter and longer than a lease.
      await scene.sleep(between(scene.random, 0, 4_000));
      if (turn % 2 === 0) await endOne(scene);
      await scene.redis.restart();
      // A node that is started while Redis is away says so and ends, as it does without its database.
      await scene.workers.heal();
    }
  },

  verify: ({ heldUp }) => heldUp.map((name) => `${name} did not end while Redis was away`),
};

async function endOne(scene) {
  const { working } = scene.workers;
  if (working.length === 0) return;
  const worker = oneOf(scene.random, working);
  void worker.terminate();
  scene.count('restarts');
  if ((await until(() => worker.end !== null, END_LIMIT_MS)) === null) scene.heldUp.push(worker.name);
}
