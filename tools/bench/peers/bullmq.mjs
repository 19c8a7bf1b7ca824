import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';

const QUEUE = 'bench';

/**
 * BullMQ with its defaults: it keeps finished jobs, which are its history.
 *
 * @param keeps whether it keeps finished jobs
 */
export async function createSide({ url, keeps = true }) {
  const connection = () => new Redis(url, { maxRetriesPerRequest: null });
  const queue = new Queue(QUEUE, { connection: connection() });
  const opts = keeps ? {} : { removeOnComplete: true };
  await queue.waitUntilReady();

  return {
    enqueue: (payload) => queue.add('bench', payload, opts),
    enqueueMany: (payloads) => queue.addBulk(payloads.map((data) => ({ name: 'bench', data, opts }))),
    async work({ concurrency, onJob }) {
      const worker = new Worker(QUEUE, async ({ data }) => onJob(data), {
        connection: connection(),
        concurrency,
      });
      await worker.waitUntilReady();
      return () => worker.close();
    },
    async unfinished() {
      const { waiting, active, prioritized } = await queue.getJobCounts('waiting', 'active', 'prioritized');
      return waiting + active + prioritized;
    },
    close: () => queue.close(),
  };
}
