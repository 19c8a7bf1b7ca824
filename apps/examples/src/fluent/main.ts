import { setTimeout as sleep } from 'node:timers/promises';
import { type HandledJob, JobResult } from '@scheduler/contracts';
import {
  createScheduler,
  SystemClock,
  withMaxRetries,
  withPayload,
  withPriority,
  withQueue,
  withTimeout,
} from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';

const HOUR = 3_600_000;

function exportReport({ payload }: HandledJob<{ report: string }>): JobResult {
  console.log(`Exporting ${payload.report}.`);
  return JobResult.success(`${payload.report}.csv`);
}

/** Jobs written as sentences, types with defaults, options as functions. */
async function main(): Promise<void> {
  const clock = new SystemClock();
  const app = createScheduler({
    clock,
    store: createMemoryStore({ clock }),
    config: { queues: { default: 10, reports: 2 } },
  });

  // All work of this type inherits these defaults, unless it sets other values.
  app.register('export_report', exportReport, withQueue('reports'), withTimeout('10m'), withMaxRetries(1));

  const still = () => console.log('Still here.');
  await app.every(5).minutes().do('check_health', still);
  await app.every().day().at('03:30').zone('Europe/Berlin').do('clean_up', still);
  await app.every(2).weeks().monday().thursday().at('09:00').do('review', still);
  await app
    .every()
    .friday()
    .at('17:00')
    .with(withPayload({ report: 'sales' }))
    .do('weekly_sales', 'export_report');
  await app.at(new Date(clock.now().getTime() + HOUR)).do('reminder', still);

  for (const job of await app.all())
    console.log(`${job.name}: ${app.node.recurrence.describe(job.trigger)}, in ${job.policies.queue}`);

  await app.start();
  const byHand = await app.runNow('weekly_sales');
  const urgent = await app.enqueue('export_report', { report: 'costs' }, withPriority('high'));
  for (const { id } of [byHand, urgent]) {
    while ((await app.getExecution(id)).status !== 'success') await sleep(50);
    console.log(`It is in ${(await app.getExecution(id)).output}.`);
  }
  await app.stop();
}

void main();
