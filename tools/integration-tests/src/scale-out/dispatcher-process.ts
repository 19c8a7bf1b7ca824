import { SCHEDULER, SCHEDULER_NODE } from '@scheduler/inversify';
import { countingApp } from './counting-app.js';
import { type Servers, storeOn } from './servers.js';

const AT_ONCE = 1_000;

/** Ticks and enqueues in a process of its own, and runs nothing. Its arguments: where the servers are, and how much work there is. */
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
    for (let from = 0; from < count; from += AT_ONCE) {
      const length = Math.min(AT_ONCE, count - from);
      await scheduler.enqueueMany(
        Array.from({ length }, (_, index) => ({ type: 'count', payload: from + index })),
      );
    }
    process.send?.('enqueued');
  }
}

void main(process.argv.slice(2));
