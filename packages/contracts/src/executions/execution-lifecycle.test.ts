import { IllegalTransition, maxAttempts } from '../index.js';
import {
  cancelPendingExecution,
  claimExecution,
  endedUnstarted,
  extendLease,
  mustConfirmStart,
  type Outcome,
  rescueExecution,
  settleExecution,
  skipForOverlap,
} from '../adapter.js';
import { claimed, minute, sampleExecution, samplePolicies } from '../test-support/samples.js';

const error = { name: 'Error', message: 'smtp is down', code: null, stack: null, errorClass: null };
/** Its handler is known to have started, a minute after its claim. */
const started = (execution = sampleExecution()) =>
  extendLease(claimed(execution), { leaseUntil: minute(70), startedAt: minute(61) });
const askedToCancel = (cancelRequest: string) => ({ ...claimed(), cancelRequest });

/** The status in the list of attempts, where it differs from the kind of the outcome. */
const ATTEMPT_STATUS: Readonly<Record<string, string>> = {
  succeeded: 'success',
  snoozed: 'snoozed',
  interrupted: 'interrupted',
  cancelled: 'cancelled',
  discarded: 'discarded',
};

describe('newExecution', () => {
  it('waits, with everything else empty (F59)', () => {
    expect(sampleExecution()).toMatchObject({
      status: 'pending',
      reason: null,
      attemptsUsed: 0,
      fence: 0,
      owner: null,
      leaseUntil: null,
      cancelRequest: null,
      startedAt: null,
      finishedAt: null,
      durationMs: null,
      output: null,
      error: null,
      attempts: [],
      skipped: null,
      deadLetter: null,
      originalExecutionId: null,
    });
  });

  it('that records a skipped occurrence has ended when it is created (F68)', () => {
    const skipped = { count: 3, from: minute(1), to: minute(3) };
    const trace = sampleExecution({
      status: 'skipped',
      reason: { code: 'missed', message: null },
      skipped,
      createdAt: minute(9),
    });
    expect(trace).toMatchObject({ status: 'skipped', skipped, finishedAt: minute(9), attemptsUsed: 0 });
  });
});

describe('claimExecution', () => {
  it('takes the lease, raises the fence and counts the attempt before the handler runs', () => {
    expect(claimed()).toMatchObject({
      status: 'running',
      fence: 1,
      attemptsUsed: 1,
      owner: 'node-1',
      leaseUntil: minute(62),
      startedAt: minute(61),
      reason: null,
    });
  });

  it.each(['running', 'success', 'failed', 'timeout', 'cancelled', 'skipped'] as const)(
    'refuses one that is %s',
    (status) => {
      const terms = { owner: 'n', leaseUntil: minute(2), at: minute(1) };
      expect(() => claimExecution({ ...sampleExecution(), status }, terms)).toThrow(IllegalTransition);
    },
  );

  it('does not change the given value', () => {
    const before = sampleExecution();
    const copy = structuredClone(before);
    claimed(before);
    expect(before).toEqual(copy);
  });
});

describe('settleExecution', () => {
  const at = minute(63);
  const attempt = { fence: 1, owner: 'node-1', startedAt: minute(61), finishedAt: at };

  it.each<[Outcome, object]>([
    [
      { kind: 'succeeded', output: { rows: 3 } },
      { status: 'success', output: { rows: 3 }, reason: null, error: null, finishedAt: at },
    ],
    [
      { kind: 'failed', status: 'failed', error, reason: 'no_retry', deadLetterQueue: 'dead' },
      { status: 'failed', error, reason: { code: 'no_retry' }, deadLetter: { queue: 'dead', at } },
    ],
    [
      { kind: 'failed', status: 'timeout', error, reason: 'retries_exhausted', deadLetterQueue: null },
      { status: 'timeout', error, reason: { code: 'retries_exhausted' }, deadLetter: null, finishedAt: at },
    ],
    [
      { kind: 'retry', status: 'failed', error, delayMs: 60_000 },
      {
        status: 'pending',
        error,
        reason: { code: 'retry' },
        availableAt: minute(64),
        attemptsUsed: 1,
        finishedAt: null,
      },
    ],
    [
      { kind: 'snoozed', delayMs: 120_000, reason: 'closed' },
      {
        status: 'pending',
        reason: { code: 'snoozed', message: 'closed' },
        availableAt: minute(65),
        attemptsUsed: 0,
      },
    ],
    [
      { kind: 'interrupted', reason: 'stopping' },
      {
        status: 'pending',
        reason: { code: 'interrupted', message: 'stopping' },
        availableAt: at,
        attemptsUsed: 0,
      },
    ],
    [
      { kind: 'cancelled', reason: 'solved' },
      { status: 'cancelled', reason: { code: 'cancelled', message: 'solved' }, finishedAt: at },
    ],
    [
      { kind: 'discarded', reason: null },
      { status: 'cancelled', reason: { code: 'discarded', message: null }, finishedAt: at, deadLetter: null },
    ],
  ])('%j', (outcome, expected) => {
    const settled = settleExecution(claimed(), outcome, at);
    expect(settled).toMatchObject({
      ...expected,
      owner: null,
      leaseUntil: null,
      durationMs: 120_000,
      fence: 1,
    });
    const status = 'status' in outcome ? outcome.status : ATTEMPT_STATUS[outcome.kind];
    expect(settled.attempts).toEqual([{ ...attempt, status, error: 'error' in outcome ? error : null }]);
  });

  it('an execution that was never started waits as if it had not been claimed, except for its fence', () => {
    const waiting = sampleExecution();
    const back = settleExecution(claimed(waiting), { kind: 'unstarted' }, at);
    expect(back).toEqual({ ...waiting, fence: 1 });
  });

  it('an execution that a policy defers is as before, except for its time, reason and fence', () => {
    const waiting = sampleExecution();
    const outcome = { kind: 'deferred', delayMs: 5_000, reason: 'rate_limited', message: 'mails' } as const;
    expect(settleExecution(claimed(waiting), outcome, at)).toEqual({
      ...waiting,
      fence: 1,
      availableAt: new Date(at.getTime() + 5_000),
      reason: { code: 'rate_limited', message: 'mails' },
    });
  });

  it('forgets the error of earlier attempts when a later one succeeds', () => {
    const failed = settleExecution(claimed(), { kind: 'retry', status: 'failed', error, delayMs: 0 }, at);
    const done = settleExecution(claimed(failed), { kind: 'succeeded', output: null }, at);
    expect(done).toMatchObject({ status: 'success', error: null, attemptsUsed: 2, fence: 2 });
    expect(done.attempts.map(({ status }) => status)).toEqual(['failed', 'success']);
  });

  it('a snooze does not use up a retry, yet the fence keeps growing', () => {
    let execution = sampleExecution();
    for (let i = 0; i < 5; i++)
      execution = settleExecution(claimed(execution), { kind: 'snoozed', delayMs: 0, reason: null }, at);
    expect(execution).toMatchObject({ attemptsUsed: 0, fence: 5 });
  });

  it.each<[Outcome]>([
    [{ kind: 'retry', status: 'failed', error, delayMs: 0 }],
    [{ kind: 'snoozed', delayMs: 0, reason: null }],
    [{ kind: 'interrupted', reason: 'stopping' }],
    [{ kind: 'unstarted' }],
    [{ kind: 'deferred', delayMs: 5, reason: 'rate_limited', message: null }],
  ])('an execution that was asked to cancel does not run again: %j', (outcome) => {
    expect(settleExecution(askedToCancel('solved'), outcome, at)).toMatchObject({
      status: 'cancelled',
      reason: { code: 'cancelled', message: 'solved' },
      cancelRequest: null,
      finishedAt: at,
    });
  });

  it.each<[Outcome, string]>([
    [{ kind: 'succeeded', output: 1 }, 'success'],
    [{ kind: 'failed', status: 'failed', error, reason: 'no_retry', deadLetterQueue: null }, 'failed'],
  ])('an end that came before the cancellation stands: %j', (outcome, status) => {
    expect(settleExecution(askedToCancel('solved'), outcome, at)).toMatchObject({
      status,
      cancelRequest: null,
    });
  });

  it('keeps only the latest 100 attempts of an execution', () => {
    let execution = sampleExecution();
    for (let i = 0; i < 130; i++)
      execution = settleExecution(claimed(execution), { kind: 'snoozed', delayMs: 0, reason: null }, at);
    expect(execution.attempts).toHaveLength(100);
    expect(execution.attempts[0]?.fence).toBe(31);
    expect(execution.attempts.at(-1)?.fence).toBe(130);
  });

  it('refuses an execution that does not run', () => {
    expect(() => settleExecution(sampleExecution(), { kind: 'succeeded', output: null }, at)).toThrow(
      'execution execution-1 is pending and cannot become success',
    );
  });
});

describe('rescueExecution (F215)', () => {
  const at = minute(70);

  it('waits for its next attempt, which may start at once', () => {
    const rescued = rescueExecution(started(), 'dead', at);
    expect(rescued).toMatchObject({
      status: 'pending',
      reason: { code: 'lease_expired', message: null },
      availableAt: at,
      owner: null,
      leaseUntil: null,
      attemptsUsed: 1,
      deadLetter: null,
      error: { code: 'LEASE_EXPIRED' },
    });
    expect(rescued.attempts).toMatchObject([
      { status: 'lost', fence: 1, owner: 'node-1', startedAt: minute(61), finishedAt: at },
    ]);
  });

  it('uses up and lists no attempt where the start was never confirmed, and counts that', () => {
    const waiting = sampleExecution();
    const rescued = rescueExecution(claimed(waiting), 'dead', at);
    expect(rescued).toEqual({
      ...waiting,
      fence: 1,
      reason: { code: 'lease_expired', message: null },
      unstartedRescues: 1,
      availableAt: at,
    });
    expect(rescueExecution(claimed(rescued), 'dead', at)).toMatchObject({
      attemptsUsed: 0,
      unstartedRescues: 2,
    });
  });

  it('lets the start be stored first after two of those', () => {
    const confirms = [0, 1, 2, 3].map((unstartedRescues) => mustConfirmStart({ unstartedRescues }));
    expect(confirms).toEqual([false, false, true, true]);
  });

  it('ends what was asked to cancel and never started without an attempt', () => {
    const rescued = rescueExecution(askedToCancel('solved'), 'dead', at);
    expect(rescued).toMatchObject({ status: 'cancelled', attempts: [], attemptsUsed: 0, startedAt: null });
    expect(endedUnstarted(rescued)).toBe(true);
  });

  it.each([
    ['dead', { queue: 'dead', at }],
    [null, null],
  ])('ends when its retries are used up, with dead letters in %s', (queue, deadLetter) => {
    const policy = { ...samplePolicies, maxRetries: 0 };
    expect(rescueExecution(started(sampleExecution({ policy })), queue, at)).toMatchObject({
      status: 'failed',
      reason: { code: 'lease_expired' },
      finishedAt: at,
      deadLetter,
    });
  });

  it('ends as cancelled if it was asked to cancel, even with retries left', () => {
    const asked = { ...started(), cancelRequest: 'solved' };
    expect(rescueExecution(asked, 'dead', at)).toMatchObject({
      status: 'cancelled',
      reason: { code: 'cancelled', message: 'solved' },
      attempts: [{ status: 'lost' }],
      deadLetter: null,
      finishedAt: at,
    });
  });
});

describe('the start of a handler', () => {
  it('is what its owner says, and durations count from there', () => {
    const done = settleExecution(claimed(), { kind: 'succeeded', output: null }, minute(65), minute(63));
    const start = { startedAt: minute(63), finishedAt: minute(65) };
    expect(done).toMatchObject({ ...start, durationMs: 120_000, startConfirmed: true, attempts: [start] });
    const failed = { kind: 'retry', status: 'failed', error, delayMs: 0 } as const;
    const again = settleExecution(claimed(), failed, minute(65), minute(64));
    expect(again).toMatchObject({
      startedAt: minute(64),
      durationMs: 60_000,
      attempts: [{ startedAt: minute(64) }],
    });
  });

  it('is never later than the end', () => {
    const done = settleExecution(claimed(), { kind: 'succeeded', output: null }, minute(65), minute(66));
    expect(done).toMatchObject({ startedAt: minute(65), durationMs: 0 });
  });

  it('is the stored one where its owner does not say', () => {
    expect(settleExecution(started(), { kind: 'succeeded', output: null }, minute(65))).toMatchObject({
      startedAt: minute(61),
    });
  });

  it('that never came leaves no attempt behind when the execution is cancelled', () => {
    const cancelled = settleExecution(claimed(), { kind: 'cancelled', reason: 'solved' }, minute(65), null);
    expect(cancelled).toMatchObject({ status: 'cancelled', attempts: [], attemptsUsed: 0, durationMs: null });
    expect(endedUnstarted(cancelled)).toBe(true);
    const unstarted = settleExecution(askedToCancel('solved'), { kind: 'unstarted' }, minute(65));
    expect(unstarted).toMatchObject({ status: 'cancelled', attempts: [], attemptsUsed: 0 });
  });
});

describe('an execution that does not run', () => {
  it('is cancelled before any attempt', () => {
    expect(cancelPendingExecution(sampleExecution(), 'solved', minute(5))).toMatchObject({
      status: 'cancelled',
      reason: { code: 'cancelled', message: 'solved' },
      finishedAt: minute(5),
      attempts: [],
    });
  });

  it('is skipped for an overlap (F160)', () => {
    expect(skipForOverlap(sampleExecution(), minute(5))).toMatchObject({
      status: 'skipped',
      reason: { code: 'overlap', message: null },
      finishedAt: minute(5),
    });
  });

  it('is neither cancelled nor skipped after its end', () => {
    const done = settleExecution(claimed(), { kind: 'succeeded', output: null }, minute(63));
    expect(() => cancelPendingExecution(done, 'late', minute(64))).toThrow(IllegalTransition);
    expect(() => skipForOverlap(done, minute(64))).toThrow(IllegalTransition);
  });
});

describe('maxAttempts', () => {
  it.each([
    [0, 1],
    [3, 4],
  ])('with %d retries is %d (F138)', (maxRetries, tries) => {
    expect(maxAttempts({ policy: { ...samplePolicies, maxRetries } })).toBe(tries);
  });
});
