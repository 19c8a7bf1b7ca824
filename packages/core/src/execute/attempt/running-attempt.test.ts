import { LeaseLost, ResultInvalid } from '@scheduler/contracts';
import { settleExecution } from '@scheduler/contracts/adapter';
import { attemptServices, sampleAttempt } from '../../test-support/attempt-services.js';
import { claimedExecution, minute, samplePolicies } from '../../test-support/samples.js';
import type { AttemptEnd } from '../../policies/failures/attempt-end.js';
import type { Stop } from './attempt-services.js';
import { type AttemptStoreWrites, type RunningAttempt } from './running-attempt.js';

const lost: Stop = { end: { kind: 'lost' }, error: new LeaseLost('execution-1', 1) };
const cancelled: Stop = { end: { kind: 'cancelled', reason: 'solved' }, error: new Error('solved') };

function attemptOf(onLine: (attempt: RunningAttempt, waiting: number) => void = () => undefined) {
  const policy = { ...samplePolicies, maxRetries: 2 };
  const execution = { ...claimedExecution({ policy, tenant: 'acme', targetId: 't' }), occurrence: 7 };
  return sampleAttempt(execution, attemptServices({ writes: { logLineAdded: onLine } }));
}

function stoppable() {
  const ends: AttemptEnd[] = [];
  const attempt = sampleAttempt(claimedExecution(), attemptServices({ stopped: (_, end) => ends.push(end) }));
  return { attempt, ends };
}

describe('RunningAttempt', () => {
  it('is the context of its handler (F71)', () => {
    expect(attemptOf()).toMatchObject({
      executionId: 'execution-1',
      attempt: 1,
      maxAttempts: 3,
      scheduledAt: minute(0),
      startedAt: minute(0),
      lateness: 'on_time',
      occurrence: 7,
      fence: 1,
      idempotencyKey: 'execution-1',
      node: 'node-1',
    });
  });

  it('shows the work as a handler sees it', () => {
    expect(attemptOf().job).toEqual({
      id: 'job-1',
      name: 'weekly-sales',
      type: 'export_report',
      targetId: 't',
      payload: { report: 'sales' },
      tags: ['sales'],
      metadata: {},
      tenant: 'acme',
    });
  });

  it('says so when it is stopped, and tells its handler by its signal', () => {
    const { attempt, ends } = stoppable();
    const { signal } = attempt;
    expect([attempt.stopError !== null, signal.aborted]).toEqual([false, false]);
    attempt.stop(lost);
    expect(ends).toEqual([{ kind: 'lost' }]);
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toBe(lost.error);
    expect(attempt.stopError !== null).toBe(true);
  });

  it('has one signal, which tells a handler that asks late', () => {
    const attempt = attemptOf();
    attempt.stop(cancelled);
    expect(attempt.signal.aborted).toBe(true);
    expect(attempt.signal.reason).toBe(cancelled.error);
    expect(attempt.signal).toBe(attempt.signal);
  });

  it('counts the first reason to stop only', () => {
    const { attempt, ends } = stoppable();
    attempt.stop(cancelled);
    attempt.stop(lost);
    expect(ends).toEqual([{ kind: 'cancelled', reason: 'solved' }]);
    expect(attempt.signal.reason).toBe(cancelled.error);
  });

  it('keeps log lines until they are taken, and tells that they wait', () => {
    const told: number[] = [];
    const attempt = attemptOf((_, waiting) => told.push(waiting));
    expect(attempt.takeLogLines()).toBeNull();
    attempt.log.info('a');
    attempt.log.warn('b', { n: 1 });
    expect(told).toEqual([1, 2]);
    expect(attempt.takeLogLines()).toMatchObject([{ message: 'a' }, { message: 'b', context: { n: 1 } }]);
    expect(attempt.takeLogLines()).toBeNull();
  });
});

describe('completeIn', () => {
  const transaction = {};
  const settled = settleExecution(claimedExecution(), { kind: 'succeeded', output: null }, minute(1));

  function completing(completeIn: AttemptStoreWrites['completeIn']) {
    const attempt = sampleAttempt(claimedExecution(), attemptServices({ writes: { completeIn } }));
    return { attempt, complete: attempt.completeIn };
  }

  it('records the success in the transaction, with the output', async () => {
    const calls: unknown[] = [];
    const { attempt, complete } = completing(async (...given) => {
      calls.push(given);
      return settled;
    });
    expect(attempt.isCompleting).toBe(false);
    await complete(transaction, { rows: 3 });
    expect(calls).toEqual([[attempt, transaction, { rows: 3 }]]);
    expect(attempt.isCompleting).toBe(true);
    await complete(transaction);
    expect(calls[1]).toEqual([attempt, transaction, null]);
  });

  it('throws where the lease is lost, so that the transaction rolls back', async () => {
    const { attempt, complete } = completing(async () => null);
    await expect(complete(transaction)).rejects.toBeInstanceOf(LeaseLost);
    expect(attempt.isCompleting).toBe(false);
  });

  it('passes on what the store has to say against it', async () => {
    const { attempt, complete } = completing(() => Promise.reject(new Error('no transactions here')));
    await expect(complete(transaction)).rejects.toThrow('no transactions here');
    expect(attempt.isCompleting).toBe(false);
  });

  it('refuses an attempt that was stopped, and an output that is no JSON, before anything is written', async () => {
    const calls: unknown[] = [];
    const { attempt, complete } = completing(async (...given) => {
      calls.push(given);
      return settled;
    });
    await expect(complete(transaction, (() => 1) as never)).rejects.toBeInstanceOf(ResultInvalid);
    attempt.stop(cancelled);
    await expect(complete(transaction)).rejects.toBe(cancelled.error);
    expect(calls).toEqual([]);
  });
});
