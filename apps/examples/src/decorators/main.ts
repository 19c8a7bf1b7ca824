import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, type HandledJob, type JobContext, JobResult } from '@scheduler/contracts';
import {
  CLOCK,
  job,
  jobClasses,
  jobHandler,
  type JobWorker,
  scheduled,
  SCHEDULER,
  SCHEDULER_NODE,
  schedulerModule,
} from '@scheduler/inversify';
import { createMemoryStore } from '@scheduler/memory';
import { Container, inject, injectable } from 'inversify';

/** Methods with a schedule. The class may inject what it needs. */
@injectable()
class Housekeeping {
  constructor(@inject(CLOCK) private readonly clock: Clock) {}

  @scheduled({ every: '1s', maxExecutions: 2 })
  sweep(): void {
    console.log(`Swept in ${this.clock.now().getUTCFullYear()}.`);
  }

  @scheduled({ cron: ['0 6 * * *', '0 18 * * *'], zone: 'Europe/Berlin', name: 'water' })
  water(): void {
    console.log('Watered.');
  }
}

/** A job as a class: its schedule, its work and its callbacks. */
@injectable()
@job('weekly_report')
class WeeklyReport implements JobWorker {
  schedule() {
    return { cron: '0 9 * * MON', timeout: '10m' };
  }

  perform(context: JobContext): JobResult {
    if (context.attempt === 1) throw new Error('the numbers are not there yet');
    return JobResult.success('sales.csv');
  }

  backoff(): number {
    return 100;
  }

  onSuccess(): void {
    console.log('The report is written.');
  }
}

/** The handler of a type that is enqueued elsewhere. */
@injectable()
@jobHandler('greet')
class Greet {
  handle({ payload }: HandledJob<{ name: string }>): void {
    console.log(`Hello ${payload.name}.`);
  }
}

/** Classes whose decorators register them: no list of handlers, no call of `schedule`. */
async function main(): Promise<void> {
  const container = new Container();
  await container.load(
    schedulerModule({ store: (context) => createMemoryStore({ clock: context.get(CLOCK) }) }),
    jobClasses(Housekeeping, WeeklyReport, Greet),
  );
  const node = container.get(SCHEDULER_NODE);
  const scheduler = container.get(SCHEDULER);
  await node.start();

  for (const { name, trigger } of (await scheduler.list({ sortBy: 'name', sortOrder: 'asc' })).items)
    console.log(`${name}: ${node.recurrence.describe(trigger)}`);
  await scheduler.enqueue({ type: 'greet', payload: { name: 'Ada' } });
  const { id } = await scheduler.runNow('weekly_report');

  while ((await scheduler.getExecution(id)).status !== 'success') await sleep(50);
  while ((await scheduler.get('Housekeeping.sweep')).status === 'active') await sleep(50);
  await node.stop();
}

void main();
