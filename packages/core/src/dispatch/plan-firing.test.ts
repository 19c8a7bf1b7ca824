import { type MissedRunPolicy, trigger } from '@scheduler/contracts';
import { NO_COUNTS, type ScheduledJobProps } from '@scheduler/contracts/adapter';
import { createRecurrenceEngine, recurrenceOf } from '@scheduler/recurrence';
import { minute, sampleJob, samplePolicies, sequentialIds } from '../test-support/samples.js';
import { planFiring } from './plan-firing.js';

const engine = createRecurrenceEngine();

/** An hourly job whose cursor is minute 60, found at the given minute. */
function plan(
  nowMinute: number,
  missedRuns: Partial<MissedRunPolicy> = {},
  props: Partial<ScheduledJobProps> = {},
) {
  const job = sampleJob({
    revision: 9,
    policies: { ...samplePolicies, missedRuns: { ...samplePolicies.missedRuns, ...missedRuns } },
    ...props,
  });
  return planFiring({
    job,
    cursor: job.nextRunAt!,
    now: minute(nowMinute),
    recurrence: engine.compile(recurrenceOf(job)),
    ids: sequentialIds(),
  });
}

const shown = ({ executions }: ReturnType<typeof planFiring>) =>
  executions.map(({ status, occurrenceAt, lateness, skipped }) => ({
    status,
    at: (occurrenceAt!.getTime() - minute(0).getTime()) / 60_000,
    lateness,
    ...(skipped === null ? {} : { count: skipped.count, from: skipped.from, to: skipped.to }),
  }));

describe('planFiring', () => {
  it('runs an occurrence at its nominal instant and moves the cursor (F61)', () => {
    const firing = plan(60);
    expect(firing).toMatchObject({
      job: { id: 'job-1', revision: 9 },
      nextRunAt: minute(120),
      lastRunAt: minute(60),
    });
    expect(firing.executions).toEqual([
      expect.objectContaining({
        id: 'id-1',
        status: 'pending',
        origin: 'scheduled',
        occurrenceAt: minute(60),
        scheduledAt: minute(60),
        availableAt: minute(60),
        lateness: 'on_time',
        createdAt: minute(60),
        payload: { report: 'sales' },
        queue: 'default',
        exclusive: true,
      }),
    ]);
  });

  it('is on time up to the grace and no longer', () => {
    expect(shown(plan(61))).toEqual([{ status: 'pending', at: 60, lateness: 'on_time' }]);
    expect(shown(plan(61.001))).toEqual([{ status: 'pending', at: 60, lateness: 'late' }]);
    expect(shown(plan(60.1, { graceMs: 0 }))).toEqual([{ status: 'pending', at: 60, lateness: 'late' }]);
  });

  it('latest: one run for all that were missed, and a trace of the others', () => {
    const firing = plan(250, { policy: 'latest' });
    expect(shown(firing)).toEqual([
      { status: 'skipped', at: 180, lateness: 'late', count: 3, from: minute(60), to: minute(180) },
      { status: 'pending', at: 240, lateness: 'caught_up' },
    ]);
    expect(firing).toMatchObject({ nextRunAt: minute(300), lastRunAt: minute(240) });
    expect(firing.executions[0]?.reason).toEqual({ code: 'missed', message: null });
  });

  it('latest with a single missed run is late and leaves no trace', () => {
    expect(shown(plan(90, { policy: 'latest' }))).toEqual([{ status: 'pending', at: 60, lateness: 'late' }]);
  });

  it('skip: no run, one trace for all of them (F32)', () => {
    const firing = plan(250, { policy: 'skip' });
    expect(shown(firing)).toEqual([
      { status: 'skipped', at: 240, lateness: 'late', count: 4, from: minute(60), to: minute(240) },
    ]);
    expect(firing).toMatchObject({ nextRunAt: minute(300), lastRunAt: minute(240) });
  });

  it('all: each, oldest first', () => {
    expect(shown(plan(250, { policy: 'all' }))).toEqual(
      [60, 120, 180, 240].map((at) => ({ status: 'pending', at, lateness: 'caught_up' })),
    );
  });

  it('all up to its cap: the most recent ones, and a trace of the others', () => {
    expect(shown(plan(250, { policy: 'all', cap: 2 }))).toEqual([
      { status: 'skipped', at: 120, lateness: 'late', count: 2, from: minute(60), to: minute(120) },
      { status: 'pending', at: 180, lateness: 'caught_up' },
      { status: 'pending', at: 240, lateness: 'caught_up' },
    ]);
  });

  it.each([
    [5, 5],
    [4, 4],
    [2, 2],
    [1, 1],
  ])('all: never more runs than a job with %d left has (F29)', (left, runs) => {
    const limit = { maxExecutions: 10, counters: { ...NO_COUNTS, fired: 10 - left } };
    const executions = shown(plan(310, { policy: 'all' }, limit));
    expect(executions.filter(({ status }) => status === 'pending')).toHaveLength(runs);
    const skipped = executions.filter(({ status }) => status === 'skipped');
    expect(skipped.map(({ count }) => count)).toEqual(runs === 5 ? [] : [5 - runs]);
  });

  it('gives every execution an id of its own', () => {
    const ids = plan(250, { policy: 'all', cap: 2 }).executions.map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
  });

  it('has no cursor after the end of the window', () => {
    const firing = plan(60, {}, { endAt: minute(100) });
    expect(firing).toMatchObject({ nextRunAt: null, executions: [{ status: 'pending' }] });
  });

  it.each([
    ['latest', 'pending'],
    ['all', 'pending'],
    ['skip', 'skipped'],
  ] as const)('a one-off that was missed, under %s: %s', (policy, status) => {
    const firing = plan(500, { policy }, { trigger: trigger.once(minute(60)) });
    expect(firing.nextRunAt).toBeNull();
    expect(shown(firing)).toMatchObject([{ status, at: 60, lateness: 'late' }]);
  });

  describe('several instants within the grace period', () => {
    const everySecond = { trigger: trigger.every('1s', { anchor: minute(0) }) };
    const seconds = (count: number) => 60 + count / 60;

    it.each(['latest', 'all', 'skip'] as const)('under %s all run, and are caught up', (policy) => {
      const firing = plan(seconds(12), { policy }, everySecond);
      expect(firing.executions.map(({ occurrenceAt }) => occurrenceAt)).toEqual(
        Array.from({ length: 13 }, (_, index) => minute(seconds(index))),
      );
      expect(new Set(shown(firing).map(({ lateness }) => lateness))).toEqual(new Set(['caught_up']));
      expect(firing).toMatchObject({ nextRunAt: minute(seconds(13)), lastRunAt: minute(seconds(12)) });
    });

    it.each([
      [150, 100, 100],
      [101, 100, 100],
      [100, 101, 101],
      [99, 100, 100],
    ])('%d seconds late: %d at once', (late, fired, next) => {
      const firing = plan(seconds(late), { graceMs: 3_600_000 }, everySecond);
      expect(firing.executions).toHaveLength(fired);
      expect(firing.nextRunAt).toEqual(minute(seconds(next)));
    });

    it('never more than a job has left (F29)', () => {
      const limit = { ...everySecond, maxExecutions: 10, counters: { ...NO_COUNTS, fired: 7 } };
      expect(shown(plan(seconds(12), {}, limit))).toHaveLength(3);
    });
  });

  it.each([
    ['on time', 60, 'all', 'skip'],
    ['late, all are wanted', 90, 'all', 'queue'],
    ['caught up, all are wanted', 250, 'all', 'queue'],
    ['late, the latest is wanted', 90, 'latest', 'skip'],
    ['caught up, the latest is wanted', 250, 'latest', 'skip'],
  ] as const)('%s: what falls due while the job is busy', (_, nowMinute, policy, expected) => {
    expect(plan(nowMinute, { policy }).overlap).toBe(expected);
    const policies = { ...samplePolicies, overlap: 'queue' as const };
    expect(plan(nowMinute, {}, { policies }).overlap).toBe('queue');
  });

  it('is bounded, however long nobody ticked', () => {
    const year = 365 * 24 * 60;
    const firing = plan(year, { policy: 'latest' }, { trigger: trigger.every('1s', { anchor: minute(0) }) });
    expect(firing.executions).toHaveLength(2);
    expect(firing.executions[0]?.skipped?.count).toBe((year - 60) * 60);
    expect(firing.nextRunAt).toEqual(new Date(minute(year).getTime() + 1_000));
  });
});
