import { IllegalTransition } from '../errors/errors.js';
import { type JobStatus, jobStatuses } from '../states/job-status.js';
import type { ScheduledJob } from './scheduled-job.js';
import { minute, sampleJob, samplePolicies } from '../test-support/samples.js';
import { trigger } from './trigger.js';

const clockAt = (at: Date) => ({ now: () => at });
const shifted = (date: Date, ms: number) => new Date(date.getTime() + ms);

describe('ScheduledJob', () => {
  it('is immutable (F53)', () => {
    const job = sampleJob();
    expect(Object.isFrozen(job)).toBe(true);
    expect(() => Object.assign(job, { status: 'paused' })).toThrow(TypeError);
  });

  it('copies with other values and leaves the original alone', () => {
    const job = sampleJob();
    const other = job.with({ name: 'daily-sales' });
    expect(other).toMatchObject({ ...job, name: 'daily-sales' });
    expect(job.name).toBe('weekly-sales');
    expect(other.canExecute()).toBe(true);
  });

  it('has an average duration after the first execution (F56)', () => {
    const counters = { fired: 4, executions: 4, succeeded: 3, failed: 1, totalDurationMs: 100 };
    expect(sampleJob().avgDurationMs).toBeNull();
    expect(sampleJob({ counters }).avgDurationMs).toBe(25);
  });

  it.each(jobStatuses.statuses)('asks the state machine about %s', (status) => {
    const job = sampleJob({ status });
    expect(job.canExecute()).toBe(jobStatuses.canExecute(status));
    expect(job.isFinal()).toBe(jobStatuses.isFinal(status));
    for (const to of jobStatuses.statuses)
      expect(job.canTransitionTo(to)).toBe(jobStatuses.canTransitionTo(status, to));
  });
});

describe('isDue and isOverdue (F54, F239)', () => {
  const due = minute(60);

  it.each([
    [-1, false, false],
    [0, true, false],
    [1, true, true],
  ])('%d ms after the next run: due %s, overdue %s', (ms, isDue, isOverdue) => {
    const job = sampleJob({ nextRunAt: due });
    expect(job.isDue(clockAt(shifted(due, ms)))).toBe(isDue);
    expect(job.isOverdue(clockAt(shifted(due, ms)))).toBe(isOverdue);
  });

  it('is overdue only after the grace', () => {
    const job = sampleJob({ nextRunAt: due });
    expect(job.isOverdue(clockAt(shifted(due, 60_000)), 60_000)).toBe(false);
    expect(job.isOverdue(clockAt(shifted(due, 60_001)), 60_000)).toBe(true);
  });

  it('is neither without a next run', () => {
    const job = sampleJob({ nextRunAt: null });
    expect([job.isDue(clockAt(due)), job.isOverdue(clockAt(due))]).toEqual([false, false]);
  });

  it.each<[JobStatus, boolean]>([
    ['pending', true],
    ['active', true],
    ['paused', false],
    ['completed', false],
    ['failed', false],
    ['cancelled', false],
  ])('a job that is %s can be due: %s', (status, can) => {
    const job = sampleJob({ status, nextRunAt: due });
    expect(job.isDue(clockAt(minute(90)))).toBe(can);
    expect(job.isOverdue(clockAt(minute(90)))).toBe(can);
  });
});

describe('transitions', () => {
  const at = minute(7);
  const next = minute(120);

  interface Row {
    readonly verb: string;
    readonly to: JobStatus;
    readonly apply: (job: ScheduledJob) => ScheduledJob;
    readonly changes: object;
  }
  const TRANSITIONS: readonly Row[] = [
    { verb: 'activate', to: 'active', apply: (job) => job.activate(next, at), changes: { nextRunAt: next } },
    {
      verb: 'pause',
      to: 'paused',
      apply: (job) => job.pause(at, 'holidays'),
      changes: { pausedAt: at, statusReason: 'holidays', nextRunAt: minute(60) },
    },
    {
      verb: 'cancel',
      to: 'cancelled',
      apply: (job) => job.cancel(at, 'solved'),
      changes: { cancelledAt: at, statusReason: 'solved', nextRunAt: null },
    },
    {
      verb: 'complete',
      to: 'completed',
      apply: (job) => job.complete(at),
      changes: { completedAt: at, nextRunAt: null },
    },
    {
      verb: 'fail',
      to: 'failed',
      apply: (job) => job.fail(at, 'broken'),
      changes: { completedAt: at, statusReason: 'broken', nextRunAt: null },
    },
  ];

  it.each(TRANSITIONS.flatMap((row) => jobStatuses.statuses.map((from) => ({ ...row, from }))))(
    '$verb from $from',
    ({ from, to, apply, changes }) => {
      const job = sampleJob({ status: from });
      if (jobStatuses.canTransitionTo(from, to))
        expect(apply(job)).toMatchObject({ ...changes, status: to, updatedAt: at });
      else expect(() => apply(job)).toThrow(`job job-1 is ${from} and cannot become ${to}`);
      expect(job.status).toBe(from);
    },
  );

  it('resumes only from paused, with a new cursor and without the data of the pause (F100)', () => {
    const job = sampleJob().pause(minute(5), 'holidays');
    expect(job.resume(next, at)).toMatchObject({
      status: 'active',
      nextRunAt: next,
      pausedAt: null,
      statusReason: null,
      updatedAt: at,
    });
    for (const status of jobStatuses.statuses.filter((other) => other !== 'paused'))
      expect(() => sampleJob({ status }).resume(next, at)).toThrow(
        `job job-1 is ${status} and cannot become active; only a paused job can be resumed`,
      );
  });

  it('is rescheduled while it has not ended (F97)', () => {
    const hourly = trigger.cron('0 * * * *');
    const moved = sampleJob().reschedule(hourly, next, at);
    expect(moved).toMatchObject({ trigger: hourly, nextRunAt: next, updatedAt: at, status: 'active' });
    for (const status of ['completed', 'failed', 'cancelled'] as const)
      expect(() => sampleJob({ status }).reschedule(hourly, next, at)).toThrow(IllegalTransition);
  });
});

describe('fired', () => {
  const at = minute(60);
  const fired = { nextRunAt: minute(120), lastRunAt: at, occurrences: 1, hasUnfinished: true, at };

  it('moves the cursor and counts', () => {
    expect(sampleJob().fired({ ...fired, occurrences: 2 })).toMatchObject({
      status: 'active',
      nextRunAt: minute(120),
      lastRunAt: at,
      counters: { fired: 2, executions: 0 },
      updatedAt: at,
    });
  });

  it('raises the revision, and activates a job that waited', () => {
    expect(sampleJob({ status: 'pending', revision: 7 }).fired(fired)).toMatchObject({
      status: 'active',
      revision: 8,
    });
    const over = { ...fired, nextRunAt: null, occurrences: 0, hasUnfinished: false };
    expect(sampleJob({ status: 'pending', revision: 7 }).fired(over)).toMatchObject({
      status: 'completed',
      revision: 8,
    });
  });

  it('keeps the last run if the firing has none', () => {
    expect(sampleJob({ lastRunAt: minute(1) }).fired({ ...fired, lastRunAt: null }).lastRunAt).toEqual(
      minute(1),
    );
  });

  it('has no next run once the limit is reached (F29)', () => {
    const counters = { fired: 6, executions: 6, succeeded: 6, failed: 0, totalDurationMs: 0 };
    const job = sampleJob({ maxExecutions: 7, counters }).fired(fired);
    expect(job).toMatchObject({ status: 'active', nextRunAt: null, counters: { fired: 7 } });
  });

  it('ends the job at once when it has nothing left to run', () => {
    const job = sampleJob({ trigger: trigger.once(at) });
    const skipped = { ...fired, nextRunAt: null, occurrences: 0, hasUnfinished: false };
    expect(job.fired(skipped)).toMatchObject({ status: 'completed', completedAt: at });
  });

  it('does not end before its running executions', () => {
    const job = sampleJob({ trigger: trigger.once(at) });
    expect(job.fired({ ...fired, nextRunAt: null })).toMatchObject({ status: 'active', nextRunAt: null });
  });
});

describe('settled', () => {
  const at = minute(61);
  const settled = { status: 'success', durationMs: 40, hasUnfinished: false, at } as const;
  const once = (props = {}) => sampleJob({ trigger: trigger.once(minute(60)), nextRunAt: null, ...props });

  it.each([
    ['success', { executions: 1, succeeded: 1, failed: 0, totalDurationMs: 40 }],
    ['failed', { executions: 1, succeeded: 0, failed: 1, totalDurationMs: 40 }],
    ['timeout', { executions: 1, succeeded: 0, failed: 1, totalDurationMs: 40 }],
    ['cancelled', { executions: 1, succeeded: 0, failed: 0, totalDurationMs: 40 }],
  ] as const)('counts an execution that ended as %s (F56)', (status, counters) => {
    const job = sampleJob().settled({ ...settled, status });
    expect(job).toMatchObject({ counters, status: 'active', nextRunAt: minute(60), updatedAt: at });
  });

  it.each([
    ['success', 'completed', null],
    ['failed', 'failed', 'its execution ended as failed'],
    ['timeout', 'failed', 'its execution ended as timeout'],
    ['cancelled', 'cancelled', 'its execution was cancelled'],
    ['skipped', 'completed', null],
  ] as const)('a one-off whose execution ends as %s becomes %s (F67)', (status, becomes, statusReason) => {
    expect(once().settled({ ...settled, status })).toMatchObject({ status: becomes, statusReason });
  });

  it('a one-off that is paused meanwhile ends all the same', () => {
    expect(once({ status: 'paused' }).settled(settled).status).toBe('completed');
  });

  it('waits for the other executions of the job', () => {
    expect(once().settled({ ...settled, hasUnfinished: true }).status).toBe('active');
  });

  it.each(['success', 'failed', 'cancelled'] as const)(
    'a recurring job at its end is completed, even when its last execution is %s',
    (status) => {
      expect(sampleJob({ nextRunAt: null }).settled({ ...settled, status }).status).toBe('completed');
    },
  );

  it.each([
    ['failed', 'pause', 'paused'],
    ['timeout', 'pause', 'paused'],
    ['success', 'pause', 'active'],
    ['failed', 'continue', 'active'],
  ] as const)('a recurring job, %s, onExhausted %s: %s', (status, onExhausted, becomes) => {
    const job = sampleJob({ policies: { ...samplePolicies, onExhausted } });
    expect(job.settled({ ...settled, status })).toMatchObject({
      status: becomes,
      statusReason: becomes === 'paused' ? 'retries used up' : null,
    });
  });

  it.each(['paused', 'cancelled', 'completed', 'failed'] as const)(
    'leaves a job that is %s as it is',
    (status) => {
      const job = sampleJob({ status, policies: { ...samplePolicies, onExhausted: 'pause' } });
      expect(job.settled({ ...settled, status: 'failed' })).toMatchObject({
        status,
        counters: { failed: 1 },
      });
    },
  );

  it.each([trigger.event('user:signup'), trigger.reboot()])('a job that waits for $kind goes on', (waits) => {
    const job = sampleJob({ trigger: waits, nextRunAt: null });
    expect(job.settled(settled).status).toBe('active');
    const counters = { ...job.counters, fired: 2 };
    expect(job.with({ maxExecutions: 2, counters }).settled(settled).status).toBe('completed');
    expect(job.with({ maxExecutions: 3, counters }).settled(settled).status).toBe('active');
  });
});

describe('executionCancelled', () => {
  const at = minute(61);

  it('counts nothing, and returns the same value for a job that goes on', () => {
    const job = sampleJob();
    expect(job.executionCancelled({ hasUnfinished: false, at })).toBe(job);
  });

  it.each([
    ['a one-off', trigger.once(minute(60)), 'cancelled'],
    ['a recurring job', trigger.every('1h'), 'completed'],
  ] as const)('%s at its end becomes the status in the table', (_, when, status) => {
    const job = sampleJob({ trigger: when, nextRunAt: null });
    expect(job.executionCancelled({ hasUnfinished: true, at })).toBe(job);
    const ended = job.executionCancelled({ hasUnfinished: false, at });
    expect(ended).toMatchObject({ status, counters: { executions: 0, failed: 0 } });
  });
});
