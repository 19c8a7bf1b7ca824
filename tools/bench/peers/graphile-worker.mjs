import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import { countOf, newPool } from './postgres-pool.mjs';

const quiet = new Logger(() => () => {});

/** graphile-worker, tuned as its documentation recommends: a local queue of `buffer` jobs, and completion in batches. */
export async function createSide({ url, buffer = 500 }) {
  const pool = newPool(url, 20);
  const utils = await makeWorkerUtils({ pgPool: pool, logger: quiet });
  await utils.migrate();

  return {
    enqueue: (payload) => utils.addJob('bench', payload),
    enqueueMany: (payloads) => utils.addJobs(payloads.map((payload) => ({ identifier: 'bench', payload }))),
    async work({ concurrency, onJob }) {
      const runner = await run({
        pgPool: pool,
        logger: quiet,
        noHandleSignals: true,
        taskList: { bench: (payload) => onJob(payload) },
        preset: {
          worker: {
            concurrentJobs: concurrency,
            localQueue: { size: buffer },
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
          },
        },
      });
      return () => runner.stop();
    },
    // Completed jobs are deleted.
    unfinished: () => countOf(pool, 'SELECT count(*) FROM graphile_worker._private_jobs'),
    async close() {
      await utils.release();
      await pool.end();
    },
  };
}
