import { type Backoff } from '@scheduler/contracts';
import { type FailurePolicy, nextAction } from './next-action.js';

const backoff: Backoff = {
  strategy: 'exponential',
  delayMs: 60_000,
  factor: 2,
  maxDelayMs: 3_600_000,
  jitter: 0,
};
const policy: FailurePolicy = { maxRetries: 3, backoff };
const having = (looks: object) => Object.assign(new Error('broken'), looks);
const next = (looks: object, attempt: number, changes: object = {}) =>
  nextAction({ error: having(looks), attempt, policy: { ...policy, ...changes } });

describe('nextAction (F147)', () => {
  it('follows the class of the error', () => {
    expect(next({ code: 'ECONNREFUSED' }, 1)).toEqual({ kind: 'retry', delayMs: 1_000 });
    expect(next({ code: 'ECONNREFUSED' }, 3)).toEqual({ kind: 'retry', delayMs: 4_000 });
    expect(next({ code: 'EBUSY' }, 3)).toEqual({ kind: 'retry', delayMs: 1_000 });
    expect(next({ status: 503 }, 2)).toEqual({ kind: 'retry', delayMs: 60_000 });
    expect(next({ status: 503 }, 3)).toEqual({ kind: 'dead_letter' });
    expect(next({ status: 404 }, 1)).toEqual({ kind: 'discard' });
  });

  it('follows the policy for an error that nobody knows', () => {
    expect(next({}, 2)).toEqual({ kind: 'retry', delayMs: 120_000 });
    expect(next({}, 4)).toEqual({ kind: 'dead_letter' });
  });

  it('gives a class its own retries, which the default of the configuration does not cut', () => {
    expect(next({ code: 'ECONNREFUSED' }, 5)).toEqual({ kind: 'retry', delayMs: 16_000 });
    expect(next({ code: 'ECONNREFUSED' }, 6)).toEqual({ kind: 'dead_letter' });
    expect(next({ code: 'EBUSY' }, 3, { maxRetries: 1 })).toEqual({ kind: 'retry', delayMs: 1_000 });
    expect(next({ recoverable: true, maxAttempts: 50 }, 49)).toMatchObject({ kind: 'retry' });
  });

  it('never exceeds the retries that the job has named, and keeps the backoff of the class', () => {
    const own = { maxRetries: 2, named: ['maxRetries'] };
    expect(next({ code: 'ECONNREFUSED' }, 2, own)).toEqual({ kind: 'retry', delayMs: 2_000 });
    expect(next({ code: 'ECONNREFUSED' }, 3, own)).toEqual({ kind: 'dead_letter' });
    expect(next({ recoverable: true, maxAttempts: 50 }, 3, own)).toEqual({ kind: 'dead_letter' });
  });

  it('keeps the backoff that the job has named, and the retries of the class', () => {
    const own = { named: ['backoff'] };
    expect(next({ code: 'ECONNREFUSED' }, 5, own)).toEqual({ kind: 'retry', delayMs: 960_000 });
  });

  it('leaves a job that has named its own retries alone, unless the error insists', () => {
    const own = { named: ['maxRetries', 'backoff'], maxRetries: 10 };
    expect(next({ status: 503 }, 8, own)).toEqual({ kind: 'retry', delayMs: 3_600_000 });
    expect(next({ status: 503, headers: { 'retry-after': '7' } }, 1, own)).toEqual({
      kind: 'retry',
      delayMs: 7_000,
    });
    expect(next({ recoverable: true, maxAttempts: 2 }, 2, own)).toEqual({ kind: 'dead_letter' });
  });

  it('takes the jitter of the policy', () => {
    const jittery = { ...policy, backoff: { ...backoff, jitter: 0.5 } };
    expect(nextAction({ error: new Error('x'), attempt: 1, policy: jittery, random: 0.5 })).toEqual({
      kind: 'retry',
      delayMs: 45_000,
    });
  });
});
