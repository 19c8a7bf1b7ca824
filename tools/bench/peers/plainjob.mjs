import Database from 'better-sqlite3';
import { better, defineQueue, defineWorker } from 'plainjob';

const quiet = { error() {}, warn() {}, info() {}, debug() {} };

/** plainjob, tuned: it polls every millisecond. It sets WAL and `synchronous = NORMAL` by itself. */
export async function createSide({ file }) {
  const queue = defineQueue({ connection: better(new Database(file)), logger: quiet });

  return {
    enqueue: async (payload) => queue.add('bench', payload),
    enqueueMany: async (payloads) => queue.addMany('bench', payloads),
    async work({ concurrency, onJob }) {
      const handle = async ({ data }) => onJob(JSON.parse(data));
      const options = { queue, logger: quiet, pollIntervall: 1 };
      const workers = Array.from({ length: concurrency }, () => defineWorker('bench', handle, options));
      for (const worker of workers) void worker.start();
      return async () => {
        await Promise.all(workers.map((worker) => worker.stop()));
      };
    },
    unfinished: async () => queue.countJobs({ status: 0 }) + queue.countJobs({ status: 1 }),
    close: async () => queue.close(),
  };
}
