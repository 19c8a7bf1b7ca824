import { setTimeout as sleep } from 'node:timers/promises';
import { defineBatch, fetched } from '@scheduler/contracts';
import { createScheduler, SystemClock } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';

interface Subscriber {
  readonly id: number;
  readonly mail: string;
}

const SUBSCRIBERS: readonly Subscriber[] = Array.from({ length: 250 }, (_, index) => ({
  id: index + 1,
  mail: index === 41 ? 'nowhere' : `reader-${index + 1}@example.com`,
}));

// After a crash the batch continues at the last cursor, so that at most one portion is sent again.
const newsletter = defineBatch({
  type: 'newsletter',
  batchSize: 100,
  concurrency: 10,
  onError: 'continue',
  fetchItems: (cursor: number | null, { limit }) => {
    const items = SUBSCRIBERS.filter(({ id }) => id > (cursor ?? 0)).slice(0, limit);
    const last = items.at(-1);
    return last === undefined
      ? fetched.done(items, SUBSCRIBERS.length)
      : fetched.more(items, last.id, SUBSCRIBERS.length);
  },
  processItem: async ({ mail }) => {
    await sleep(5);
    if (!mail.includes('@')) throw new Error(`${mail} is not an address`);
  },
});

/** Many items in portions, a few at a time, with progress while the job runs. */
async function main(): Promise<void> {
  const clock = new SystemClock();
  const app = createScheduler({ clock, store: createMemoryStore({ clock }), handlers: [newsletter] });
  await app.start();
  const { id } = await app.enqueue('newsletter');

  for (;;) {
    const { status, progress, output } = await app.getExecution(id);
    if (progress !== null) console.log(`${progress.done} of ${progress.total}`);
    if (status === 'success') {
      console.log('It is done:', JSON.stringify(output));
      break;
    }
    await sleep(50);
  }
  await app.stop();
}

void main();
