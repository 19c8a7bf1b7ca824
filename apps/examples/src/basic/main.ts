import { setTimeout as sleep } from 'node:timers/promises';
import { createScheduler, SystemClock } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';

/** One job with a schedule, and work without one. */
async function main(): Promise<void> {
  const clock = new SystemClock();
  const app = createScheduler({ clock, store: createMemoryStore({ clock }) });

  app.register<{ name: string }>('greet', ({ payload }) => console.log(`Good morning, ${payload.name}.`));

  await app
    .every()
    .second()
    .with({ maxExecutions: 3 })
    .do('count', (_job, { occurrence }) => console.log(`This is run ${occurrence} of 3.`));

  await app.start();
  await app.enqueue('greet', { name: 'Ada' });

  while ((await app.get('count')).status === 'active') await sleep(100);
  await app.stop();
  console.log('The job is completed.');
}

void main();
