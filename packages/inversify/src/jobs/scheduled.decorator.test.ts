import 'reflect-metadata';
import { type Clock, type HandledJob, type JobContext, ScheduleInvalid, trigger } from '@scheduler/contracts';
import { inject, injectable } from 'inversify';
import { application, at, declared } from '../test-support/application.js';
import { CLOCK } from '../container/tokens.js';
import { jobClasses } from './bind-job-class.js';
import { type DecoratedScheduleOptions, scheduled } from '@scheduler/core';

describe('@scheduled', () => {
  @injectable()
  class Housekeeping {
    readonly swept: Date[] = [];
    constructor(@inject(CLOCK) private readonly clock: Clock) {}

    @scheduled({ every: '10m', tags: ['clean'], maxRetries: 1, expectWithin: '30m' })
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
      policies: {
        maxRetries: 1,
        queue: 'default',
        priority: 5,
        timeoutMs: 300_000,
        unique: null,
        expectWithinMs: 1_800_000,
      },
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
      policies: { backoff: { strategy: 'exponential', delayMs: 5_000 } },
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

  it.each<[DecoratedScheduleOptions, unknown]>([
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
    [{ reboot: 'node' }, { kind: 'reboot' }],
    [{ reboot: 'cluster' }, { kind: 'reboot', scope: 'cluster' }],
    [{ trigger: trigger.every('3s') }, { kind: 'every', durationMs: 3_000 }],
  ])('understands %j', async (options, expected) => {
    class Any {
      @scheduled(options)
      work(): void {}
    }
    expect((await declared(Any))[0]?.trigger).toMatchObject(expected as object);
  });

  it.each([
    [{}, /its options have no trigger; accepted: exactly one of cron, every/],
    [{ cron: '@daily', every: '1m' }, /have several triggers: cron and every/],
    [{ every: '1m', zone: 'UTC' }, /have zone, which has no effect with every/],
    [{ every: '1m', retryDelay: '1s', backoff: { delay: '1s' } }, /both retryDelay and backoff/],
    [{ every: '1m', timeOut: '1s' }, /timeOut: is not known; did you mean 'timeout'/],
  ])('refuses %j', async (options, message) => {
    class Any {
      @scheduled(options as unknown as DecoratedScheduleOptions)
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
