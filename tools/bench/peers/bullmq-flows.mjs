import { randomUUID } from 'node:crypto';
import { FlowProducer, Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';

const QUEUE = 'flows';
const LINKS = 10;

/** Flows of BullMQ, which are trees: a parent runs after its children. A chain is a tree without branches. */
export async function createSide({ url }) {
  const connection = () => new Redis(url, { maxRetriesPerRequest: null });
  const queue = new Queue(QUEUE, { connection: connection() });
  const flows = new FlowProducer({ connection: connection() });
  await queue.waitUntilReady();
  await flows.waitUntilReady();

  return {
    startFlow: ({ shape, width }) => flows.add(shape === 'chain' ? chain(randomUUID()) : fanIn(width)),
    async workFlows({ concurrency, onStep }) {
      const worker = new Worker(QUEUE, async ({ data }) => onStep(data.run), {
        connection: connection(),
        concurrency,
      });
      await worker.waitUntilReady();
      return () => worker.close();
    },
    async unfinishedFlows() {
      const kinds = ['waiting', 'active', 'prioritized', 'waiting-children'];
      return Object.values(await queue.getJobCounts(...kinds)).reduce((sum, count) => sum + count, 0);
    },
    async close() {
      await flows.close();
      await queue.close();
    },
  };
}

const job = (run) => ({ name: 'step', queueName: QUEUE, data: { run } });

function chain(run) {
  let last = job(run);
  for (let link = 1; link < LINKS; link += 1) last = { ...job(run), children: [last] };
  return last;
}

function fanIn(width) {
  const run = randomUUID();
  return { ...job(run), children: Array.from({ length: width }, () => job(run)) };
}
