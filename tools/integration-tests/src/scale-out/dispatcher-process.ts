import { SCHEDULER, SCHEDULER_NODE } from '@scheduler/inversify';
import { countingApp } from './counting-app.js';
import { type Servers, storeOn } from './servers.js';

const BATCH_SIZE = 1_000;

/** A process that ticks and enqueues, but runs nothing. Its arguments: the servers as JSON, and the number of jobs. */
async function main([servers = '', jobs = '']: readonly string[]): Promise<void> {
  const container = countingApp({
    store: storeOn(JSON.parse(servers) as Servers),
    config: { queues: false },
    count: () => undefined,
  });
  const node = container.get(SCHEDULER_NODE);
  await node.start();
  process.once('SIGTERM', () => void node.stop().then(() => process.exit(0)));
  process.once('message', () => void enqueue(Number(jobs)));
  process.send?.('ready');

  async function enqueue(count: number): Promise<void> {
    const scheduler = container.get(SCHEDULER);
    for (let from = 0; from < count; from += BATCH_SIZE) {
      const length = Math.min(BATCH_SIZE, count - from);
      await scheduler.enqueueMany(
        Array.from({ length }, (_, index) => ({ type: 'count', payload: from + index })),
      );
    }
    process.send?.('enqueued');
  }
}

void main(process.argv.slice(2));
