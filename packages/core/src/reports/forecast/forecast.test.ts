import { hasInstants, type Trigger, trigger } from '@scheduler/contracts';
import { NO_COUNTS, type ScheduledJobProps } from '@scheduler/contracts/adapter';
import { createRecurrenceEngine } from '@scheduler/recurrence';
import { minute, sampleJob, samplePolicies } from '../../test-support/samples.js';
import { forecast, type ForecastFacts } from './forecast.js';

const HOUR = 60;
const recurrence = createRecurrenceEngine();

/** An active job, which took so long on average. */
function job(
  name: string,
  when: Trigger,
  props: Partial<ScheduledJobProps> & { readonly lastedMs?: number } = {},
) {
  const { lastedMs, ...rest } = props;
  const counters =
    lastedMs === undefined ? NO_COUNTS : { ...NO_COUNTS, executions: 2, totalDurationMs: 2 * lastedMs };
  const made = sampleJob({ id: name, name, trigger: when, counters, ...rest });
  const request = { trigger: when, anchor: made.createdAt, startAt: null, endAt: made.endAt };
  const next = hasInstants(when) ? recurrence.compile(request).next(minute(0)) : null;
  return made.with({ nextRunAt: 'nextRunAt' in rest ? (rest.nextRunAt ?? null) : next });
}

const inQueue = (queue: string) => ({ policies: { ...samplePolicies, queue } });
const look = (jobs: ForecastFacts['jobs'], facts: Partial<ForecastFacts> = {}) =>
  forecast({ jobs, from: minute(0), until: minute(24 * HOUR), recurrence, ...facts });

describe('forecast', () => {
  it('counts what begins in every hour, by queue', () => {
    const seen = look([
      job('every', trigger.every('30m'), { lastedMs: 60_000 }),
      job('morning', trigger.cron('15 9 * * *'), inQueue('reports')),
    ]);
    expect(seen).toMatchObject({
      from: minute(0),
      until: minute(24 * HOUR),
      isCut: false,
      jobs: 2,
      starts: 48,
    });
    expect(seen.hours).toHaveLength(24);
    expect(seen.hours[0]).toEqual({ at: minute(0), starts: 1, busyMs: 60_000, queues: { default: 1 } });
    expect(seen.hours[9]).toEqual({
      at: minute(9 * HOUR),
      starts: 3,
      busyMs: 120_000,
      queues: { default: 2, reports: 1 },
    });
    expect(seen.busiest[0]).toBe(seen.hours[9]);
    expect(seen.busiest).toHaveLength(5);
  });

  it('leaves out what does not run, stops at the last instant, and names what nobody can foresee', () => {
    const hourly = trigger.every('1h');
    const seen = look(
      [
        job('paused', hourly, { status: 'paused' }),
        job('ended', hourly, { status: 'cancelled' }),
        job('limited', hourly, { maxExecutions: 5, counters: { ...NO_COUNTS, fired: 3 } }),
        job('closing', hourly, { endAt: minute(90) }),
        job('once', trigger.once(minute(3))),
        job('late', hourly, { nextRunAt: minute(-180) }),
        job('starts', trigger.reboot()),
        job('hears', trigger.event('order.paid')),
        sampleJob({ name: 'broken', trigger: trigger.cron('nonsense') }),
      ],
      { until: minute(4 * HOUR) },
    );
    expect(seen.hours.map(({ starts }) => starts)).toEqual([2, 3, 2, 1]);
    expect(seen).toMatchObject({ jobs: 4, starts: 8 });
    expect(seen.unforeseen).toEqual([
      { name: 'starts', why: 'runs when a node starts' },
      { name: 'hears', why: 'waits for an event' },
      { name: 'broken', why: 'its trigger cannot be read' },
    ]);
  });

  it('ends earlier where there is too much to look at', () => {
    const many = trigger.cron(Array.from({ length: 10 }, () => '* * * * * *'));
    // What takes ten times as long counts ten times.
    expect(look([job('tenfold', many)], { limit: 40_000 }).starts).toBeLessThan(10_000);
    const seen = look([job('often', trigger.every('1s'))], { limit: 4_000 });
    expect(seen).toMatchObject({ isCut: true, until: minute(2 * HOUR), starts: 7_199 });
  });

  it('says how many run at once, and whether there is room', () => {
    const long = { lastedMs: 25 * 60_000 };
    const jobs = ['0', '10', '20', '50'].map((at) => job(`at-${at}`, trigger.cron(`${at} * * * *`), long));
    const narrow = look(jobs, { slots: { default: 2 } });
    expect(narrow.queues).toEqual([
      {
        queue: 'default',
        starts: 95,
        busyMs: 95 * 25 * 60_000,
        peak: { at: minute(HOUR + 10), running: 3 },
        slots: 2,
        isTooNarrow: true,
      },
    ]);
    expect(look(jobs, { slots: { default: 3 } }).queues[0]?.isTooNarrow).toBe(false);
    expect(look(jobs).queues[0]).toMatchObject({ slots: null, isTooNarrow: false });
  });

  it('finds who begins together, how often, and where there is room', () => {
    const at9 = trigger.cron('0 9 * * *');
    const jobs = [
      job('a', at9, { lastedMs: 5 * 60_000 }),
      job('b', at9, { lastedMs: 5 * 60_000 }),
      job('c', at9),
      job('near', trigger.cron('1 9 * * *')),
      job('elsewhere', at9, inQueue('other')),
    ];
    const seen = look(jobs, { until: minute(3 * 24 * HOUR), slots: { default: 2 } });
    expect(seen.collisions).toEqual([
      {
        queue: 'default',
        at: minute(9 * HOUR),
        times: 3,
        jobs: [
          { id: 'a', name: 'a', avgDurationMs: 300_000 },
          { id: 'b', name: 'b', avgDurationMs: 300_000 },
          { id: 'c', name: 'c', avgDurationMs: null },
        ],
        slots: 2,
        waiting: 1,
        freeMinutes: [2, 3],
        jitterMs: 6 * 60_000,
      },
    ]);
  });

  it('counts two as a collision where there is one slot, and none where jitter spreads them', () => {
    const at9 = trigger.cron('0 9 * * *');
    const two = [job('a', at9), job('b', at9)];
    expect(look(two, { slots: { default: 1 } }).collisions).toMatchObject([{ waiting: 1, times: 1 }]);
    expect(look(two, { slots: { default: 9 } }).collisions).toEqual([]);
    const spread = ['a', 'b', 'c', 'd'].map((name) => job(name, at9, { jitterMs: 30 * 60_000 }));
    const seen = look(spread, { slots: { default: 1 } });
    expect(seen.collisions).toEqual([]);
    expect(seen.hours[9]?.starts).toBe(4);
  });

  it('puts the worst collision first', () => {
    const many = (count: number, when: Trigger, queue: string) =>
      Array.from({ length: count }, (_, index) => job(`${queue}-${index}`, when, inQueue(queue)));
    const jobs = [
      ...many(4, trigger.cron('0 9 * * *'), 'wide'),
      ...many(3, trigger.cron('0 9 * * *'), 'narrow'),
      ...many(5, trigger.cron('0 9 * * *'), 'unknown'),
    ];
    const seen = look(jobs, { slots: { wide: 10, narrow: 1 } });
    expect(seen.collisions.map(({ queue, waiting }) => [queue, waiting])).toEqual([
      ['narrow', 2],
      ['unknown', 0],
      ['wide', 0],
    ]);
  });
});
