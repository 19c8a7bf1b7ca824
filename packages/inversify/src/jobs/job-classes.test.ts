import 'reflect-metadata';
import {
  type Clock,
  defineJob,
  fetched,
  type HandledJob,
  HandlerAlreadyRegistered,
  type JobContext,
  JobResult,
  type ItemOptions,
  ScheduleInvalid,
  silentLogger,
  type StandardSchema,
  trigger,
} from '@scheduler/contracts';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { Container, ContainerModule, inject, injectable, type Newable } from 'inversify';
import { bindJobs } from '../bind-jobs.js';
import { schedulerModule } from '../scheduler-module.js';
import { CLOCK, LOGGER, SCHEDULER, SCHEDULER_NODE } from '../tokens.js';
import { bindJobClass, jobClasses } from './bind-job-class.js';
import { bindScheduled } from './bind-scheduled.js';
import { job } from './job.decorator.js';
import { jobHandler } from './job-handler.decorator.js';
import type { BatchWorker, JobWorker } from './job-worker.js';
import type { ScheduleOptions } from './schedule-options.js';
import { scheduled } from './scheduled.decorator.js';

const START = '2030-01-01T00:00:00Z';
const at = (time: string) => new Date(`2030-01-01T${time}Z`);

function application(...modules: readonly ContainerModule[]) {
  const clock = new SettableClock(START);
  const container = new Container();
  container.loadSync(
    schedulerModule({ store: (context) => createMemoryStore({ clock: context.get(CLOCK) }), env: {} }),
    ...modules,
  );
  container.rebindSync(CLOCK).toConstantValue(clock);
  container.rebindSync(LOGGER).toConstantValue(silentLogger);
  const node = () => container.get(SCHEDULER_NODE);
  const runUntil = async (time: string) => {
    clock.setTime(at(time));
    await node().tick();
    return (await node().drain()).executions;
  };
  return { container, node, runUntil };
}

/** What a class declares, by name. */
async function declared(...classes: readonly Newable<object>[]) {
  const { node } = application(jobClasses(...classes));
  await node().declared.reconcile();
  return (await node().scheduler.list({ sortBy: 'name', sortOrder: 'asc' })).items;
}

describe('@scheduled', () => {
  @injectable()
  class Housekeeping {
    readonly swept: Date[] = [];
    constructor(@inject(CLOCK) private readonly clock: Clock) {}

    @scheduled({ every: '10m', tags: ['clean'], maxRetries: 1 })
    sweep(context: JobContext, { name }: HandledJob): { by: string | null; attempt: number } {
      this.swept.push(this.clock.now());
      return { by: name, attempt: context.attempt };
    }

    @scheduled({ cron: ['0 6 * * *', '0 18 * * *'], zone: 'Europe/Berlin', name: 'water', queue: 'garden' })
    @scheduled({ cron: '@daily', name: 'water-at-night', type: 'water_at_night', retryDelay: '5s' })
    water(): void {}
  }

  it('makes methods jobs that are found, declared and run (F1, F2)', async () => {
    const { container, node, runUntil } = application(jobClasses(Housekeeping));
    expect(node().jobTypes).toEqual(['Housekeeping.sweep', 'Housekeeping.water', 'water_at_night']);
    await node().declared.reconcile();
    const [execution] = await runUntil('00:10:00');
    expect(execution).toMatchObject({
      jobName: 'Housekeeping.sweep',
      status: 'success',
      output: { by: 'Housekeeping.sweep', attempt: 1 },
    });
    const housekeeping = container.get(Housekeeping);
    expect(housekeeping.swept).toEqual([at('00:10:00')]);
    housekeeping.water();
  });

  it('takes all options, and the defaults of the scheduler for the others (F2, F3, F25)', async () => {
    const [sweep, water, night] = await declared(Housekeeping);
    expect(sweep).toMatchObject({
      tags: ['clean'],
      trigger: { kind: 'every', durationMs: 600_000 },
      policies: { maxRetries: 1, queue: 'default', priority: 5, timeoutMs: 300_000, unique: null },
    });
    expect(water).toMatchObject({
      name: 'water',
      type: 'Housekeeping.water',
      trigger: { expressions: ['0 6 * * *', '0 18 * * *'], zone: 'Europe/Berlin' },
      policies: { queue: 'garden' },
      nextRunAt: at('05:00:00'),
    });
    expect(night).toMatchObject({
      type: 'water_at_night',
      policies: { backoff: { strategy: 'fixed', delayMs: 5_000 } },
    });
  });

  it('is inherited, under the name of the class', async () => {
    class Base {
      @scheduled({ every: '1h' })
      tick(): void {}
    }
    class $Clock_ extends Base {
      @scheduled({ cron: '@reboot' })
      chime(): void {}
    }
    const jobs = await declared($Clock_);
    expect(jobs.map(({ name, trigger: { kind } }) => [name, kind])).toEqual([
      ['Clock.chime', 'reboot'],
      ['Clock.tick', 'every'],
    ]);
    expect((await declared(Base)).map(({ name }) => name)).toEqual(['Base.tick']);
  });

  it.each<[ScheduleOptions, unknown]>([
    [{ at: at('01:00:00') }, { kind: 'once' }],
    [
      { daily: '02:00', zone: 'Asia/Tokyo' },
      { kind: 'calendar', at: '02:00', zone: 'Asia/Tokyo' },
    ],
    [{ daily: { at: '02:00', every: 2 } }, { kind: 'calendar', every: 2 }],
    [{ weekly: { at: '02:00', on: 'friday' } }, { unit: 'week', weekdays: ['friday'] }],
    [{ monthly: { at: '02:00', day: 5 } }, { unit: 'month', dayOfMonth: 5 }],
    [{ yearly: { at: '02:00', month: 7 } }, { unit: 'year', month: 7 }],
    [
      { rrule: 'FREQ=DAILY', dst: { gap: 'skip' } },
      { kind: 'rrule', dst: { gap: 'skip' } },
    ],
    [{ now: true }, { kind: 'now' }],
    [{ reboot: true }, { kind: 'reboot' }],
    [{ trigger: trigger.every('3s') }, { kind: 'every', durationMs: 3_000 }],
  ])('understands %j', async (options, expected) => {
    class Any {
      @scheduled(options)
      work(): void {}
    }
    expect((await declared(Any))[0]?.trigger).toMatchObject(expected as object);
  });

  it.each([
    [{}, /its options say not when; accepted: exactly one of cron, every/],
    [{ cron: '@daily', every: '1m' }, /say when by cron and every/],
    [{ every: '1m', zone: 'UTC' }, /give zone, which adds nothing to every/],
    [{ every: '1m', retryDelay: '1s', backoff: { delay: '1s' } }, /both retryDelay and backoff/],
    [{ every: '1m', timeOut: '1s' }, /timeOut: is not known; did you mean 'timeout'/],
  ])('refuses %j', async (options, message) => {
    class Any {
      @scheduled(options as unknown as ScheduleOptions)
      work(): void {}
    }
    await expect(declared(Any)).rejects.toThrow(message);
  });

  it('refuses static methods and methods without a name', () => {
    const decorate = scheduled({ every: '1m' }) as (
      target: object,
      name: string | symbol,
      of: object,
    ) => void;
    expect(() => decorate(class {}, 'work', {})).toThrow(/is static/);
    expect(() => decorate({}, Symbol('work'), {})).toThrow(ScheduleInvalid);
  });
});

describe('@jobHandler', () => {
  it('makes a class the handler of its types, with validate and backoff', async () => {
    @jobHandler(['greet', 'wave'])
    @injectable()
    class Greeter {
      constructor(@inject(CLOCK) private readonly clock: Clock) {}
      validate(payload: unknown): void {
        if (payload === null) throw new Error('nobody to greet');
      }
      backoff(retry: number): number {
        return retry * 1_000;
      }
      handle(given: HandledJob<string>, { attempt }: JobContext): JobResult {
        if (attempt === 1) return JobResult.failure({ error: new Error('shy') });
        return JobResult.success(`${given.type} ${given.payload} ${this.clock.now().toISOString()}`);
      }
    }
    const { node, runUntil, container } = application(
      new ContainerModule(({ bind }) => bindJobClass(bind, Greeter)),
    );
    await expect(container.get(SCHEDULER).enqueue({ type: 'greet' })).rejects.toThrow(/nobody to greet/);
    const { id } = await container.get(SCHEDULER).enqueue({ type: 'wave', payload: 'Ada' });
    await runUntil('00:00:00');
    expect(await node().scheduler.getExecution(id)).toMatchObject({ availableAt: at('00:00:01') });
    await runUntil('00:00:01');
    expect((await node().scheduler.getExecution(id)).output).toBe('wave Ada 2030-01-01T00:00:01.000Z');
    expect(node().declared.definitions).toBeNull();
  });

  it('takes a definition of a type, and lets it make the handler', async () => {
    const text = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: (value: unknown) =>
          typeof value === 'string' ? { value: `read ${value}` } : { issues: [{ message: 'is no text' }] },
      },
    } as const;
    const number = { '~standard': { ...text['~standard'], validate: (value: unknown) => ({ value }) } };
    const typed = defineJob({ type: 'typed', payload: text as StandardSchema<string, string> });
    @jobHandler(typed)
    class Typed {
      handle({ payload }: HandledJob<string>): JobResult {
        return JobResult.success(payload);
      }
    }
    @jobHandler(defineJob({ type: 'counted', result: number as StandardSchema<number, number> }))
    class Counted {
      handle(): number {
        return 7;
      }
    }
    @jobHandler({ type: 'named' })
    class Named {
      handle(): void {}
    }
    const { node, runUntil } = application(jobClasses(Typed, Counted, Named));
    expect(node().jobTypes).toEqual(['counted', 'named', 'typed']);
    await node().scheduler.enqueue(typed.request('me'));
    await expect(node().scheduler.enqueue({ type: 'typed', payload: 7 })).rejects.toThrow(/is no text/);
    expect((await runUntil('00:00:00'))[0]?.output).toBe('read me');
    await node().scheduler.enqueue({ type: 'counted' });
    expect((await runUntil('00:00:01'))[0]?.output).toBe(7);
  });
});

describe('@job', () => {
  it('makes a class a worker with its schedule, backoff and callbacks (F4, F5)', async () => {
    const told: string[] = [];
    @job('send_invoices')
    class SendInvoices implements JobWorker<{ month: number }> {
      schedule() {
        return {
          every: '10m',
          name: 'invoices',
          payload: { month: 1 },
          timeout: '1m',
          maxRetries: 1,
        } as const;
      }
      backoff(attempt: number): string {
        return `${attempt * 7}s`;
      }
      perform({ attempt }: JobContext, { payload }: HandledJob<{ month: number }>): JobResult {
        if (attempt === 1 || payload.month === 13) throw new Error('no paper');
        return JobResult.success(payload.month);
      }
      readonly onEnqueue = (): void => void told.push('enqueued');
      onStart(): void {
        told.push('start');
      }
      onSuccess(): void {
        told.push('success');
      }
      onFailure({ error }: { error: { message: string } | null }): void {
        told.push(`failure ${error?.message}`);
      }
      onRetry({ attempt }: { attempt: number }): void {
        told.push(`retry after ${attempt}`);
      }
      onDead(): void {
        told.push('dead');
      }
      onComplete(): void {
        told.push('complete');
      }
    }
    @job('other')
    class Other implements JobWorker {
      perform(): void {}
    }
    const { node, runUntil } = application(jobClasses(SendInvoices, Other));
    await node().declared.reconcile();
    expect(await node().scheduler.get('invoices')).toMatchObject({ policies: { timeoutMs: 60_000 } });
    await node().scheduler.enqueue({ type: 'other' });
    await runUntil('00:10:00');
    const ran = await runUntil('00:10:07');
    expect(ran).toMatchObject([{ status: 'success', output: 1, tries: 2 }]);
    const first = [
      'enqueued',
      'start',
      'failure no paper',
      'complete',
      'retry after 1',
      'start',
      'success',
      'complete',
    ];
    expect([...told].sort()).toEqual(first.sort());
    told.length = 0;
    await node().scheduler.enqueue({ type: 'send_invoices', payload: { month: 13 }, maxRetries: 0 });
    await runUntil('00:10:08');
    expect(told).toContain('dead');
  });

  it('takes its type from its name, and several schedules', async () => {
    @job()
    class Report implements JobWorker {
      schedule(): readonly ScheduleOptions[] {
        return [
          { cron: '0 9 * * MON', name: 'weekly' },
          { cron: '0 9 1 * *', name: 'monthly' },
        ];
      }
      perform(): void {}
    }
    expect((await declared(Report)).map(({ name, type }) => [name, type])).toEqual([
      ['monthly', 'Report'],
      ['weekly', 'Report'],
    ]);
  });

  it('makes a class with items a batch worker (F174, F175)', async () => {
    @job('reindex')
    class Reindex implements BatchWorker<number, number> {
      readonly seen: number[] = [];
      schedule() {
        return { every: '1h' } as const;
      }
      batchOptions() {
        return { batchSize: 2, concurrency: 1, maxItems: 5 };
      }
      fetchItems(cursor: number | null, { limit }: { limit: number }) {
        const from = cursor ?? 0;
        return fetched.more(
          Array.from({ length: limit }, (_, index) => from + index + 1),
          from + limit,
        );
      }
      processItem(item: number, { attempt }: ItemOptions<unknown>): void {
        if (attempt === 1) this.seen.push(item);
      }
    }
    const { container, node, runUntil } = application(jobClasses(Reindex));
    await node().declared.reconcile();
    expect(await runUntil('01:00:00')).toMatchObject([{ output: { status: 'completed', processed: 5 } }]);
    expect(container.get(Reindex).seen).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('modules', () => {
  it('keep the binding of a class that is bound already', () => {
    class Bound {
      @scheduled({ every: '1m' })
      work(): void {}
    }
    const mine = new Bound();
    const { container } = application(
      new ContainerModule(({ bind }) => void bind(Bound).toConstantValue(mine)),
      jobClasses(Bound),
    );
    expect(container.get(Bound)).toBe(mine);
  });

  it('refuse a class without decorators, and two handlers of one type', () => {
    class Plain {}
    expect(() => application(jobClasses(Plain))).toThrow(/Plain: has none of the decorators/);
    @jobHandler('same')
    class One {
      handle(): void {}
    }
    @jobHandler('same')
    class Two {
      handle(): void {}
    }
    expect(() => application(jobClasses(One, Two)).node()).toThrow(HandlerAlreadyRegistered);
  });

  it('declare jobs and plain functions (F1)', async () => {
    const calls: string[] = [];
    const ping = () => {
      calls.push('ping');
      return 42;
    };
    const { node, runUntil } = application(
      new ContainerModule(({ bind }) => {
        bindScheduled(bind, 'ping', { every: '1m' }, ping);
        bindScheduled(bind, 'answer', { every: '1h' }, () => JobResult.cancelled('not today'));
        bindJobs(bind, { type: 'ping', name: 'once-more', trigger: trigger.every('1m') });
      }),
    );
    await node().declared.reconcile();
    expect(await runUntil('00:01:00')).toMatchObject([{ output: 42 }, { output: 42 }]);
    expect(ping()).toBe(42);
    await node().scheduler.enqueue({ type: 'answer' });
    expect(await runUntil('00:01:01')).toMatchObject([{ status: 'cancelled' }]);
    expect(calls).toHaveLength(3);
  });
});
