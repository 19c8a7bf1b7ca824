import { setTimeout as sleep } from 'node:timers/promises';
import { trigger } from '@scheduler/contracts';
import { createScheduler, SystemClock } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';

const EXPRESSIONS = [
  trigger.cron('0 9 * * MON-FRI', { zone: 'Europe/Berlin' }),
  trigger.cron('0 0 L * *'), // the last day of each month
  trigger.cron(['0 8 * * *', '30 17 * * FRI']), // a list is the union
  trigger.cron('@hourly'),
];

/** Cron expressions in words, their next runs, and a job with an expression that has seconds. */
async function main(): Promise<void> {
  const clock = new SystemClock();
  const app = createScheduler({ clock, store: createMemoryStore({ clock }) });
  const { recurrence } = app.node;

  const now = clock.now();
  for (const cron of EXPRESSIONS) {
    const [next] = recurrence.preview({
      trigger: cron,
      anchor: now,
      startAt: null,
      endAt: null,
      from: now,
      count: 1,
    });
    console.log(`${cron.expressions.join(', ')}: ${recurrence.describe(cron)}; next ${next?.local}`);
  }

  await app.schedule('each_second', '* * * * * *', () => console.log('A second has begun.'), {
    maxExecutions: 2,
  });
  await app.start();
  while ((await app.get('each_second')).status === 'active') await sleep(100);
  await app.stop();
}

void main();
