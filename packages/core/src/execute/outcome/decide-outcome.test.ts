import { ExecutionTimedOut, jobType } from '@scheduler/contracts';
import type { Outcome } from '@scheduler/contracts/adapter';
import { samplePolicies } from '../../test-support/samples.js';
import { createRedact } from '../../support/redaction/redact.js';
import { type ErrorClassification, UNCLASSIFIED } from '../../policies/failures/classify-error.js';
import {
  decideOutcome,
  type OutcomeExecution,
  type OutcomeFacts,
  type OutcomeRules,
} from './decide-outcome.js';

type End = OutcomeFacts['end'];

const error = Object.assign(new Error('smtp is down'), { code: 'ECONNREFUSED' });
const timedOut = new ExecutionTimedOut('e1', 5_000);
const POLICY_DELAY = 60_000;

const retry = (status: 'failed' | 'timeout', message: string, delayMs = POLICY_DELAY) => ({
  kind: 'retry',
  status,
  error: expect.objectContaining({ message }),
  delayMs,
});
const failed = (status: 'failed' | 'timeout', message: string, reason: string) => ({
  kind: 'failed',
  status,
  error: expect.objectContaining({ message }),
  reason,
  deadLetterQueue: 'dead',
});

function decide(
  end: End,
  attemptsUsed: number,
  {
    maxRetries = 2,
    jobId = 'job-1',
    ...rules
  }: Partial<OutcomeRules> & { readonly maxRetries?: number; readonly jobId?: string | null } = {},
): Outcome {
  const policy = { ...samplePolicies, maxRetries };
  return decideOutcome({
    end,
    execution: { type: jobType('export_report'), jobId, attemptsUsed, policy },
    rules: {
      retryDelay: () => POLICY_DELAY,
      classify: () => UNCLASSIFIED,
      retriesFor: () => maxRetries,
      deadLetterQueue: 'dead',
      redact: createRedact(),
      ...rules,
    },
  });
}

/** Every end, with what follows while retries are left and what follows when they are used up. */
const TABLE: readonly { what: string; end: End; left: unknown; usedUp: unknown }[] = [
  {
    what: 'success',
    end: { kind: 'succeeded', output: { rows: 3 } },
    left: { kind: 'succeeded', output: { rows: 3 } },
    usedUp: { kind: 'succeeded', output: { rows: 3 } },
  },
  {
    what: 'failure that wants a retry (F66)',
    end: { kind: 'failed', error, retry: true, delayMs: null },
    left: retry('failed', 'smtp is down'),
    usedUp: failed('failed', 'smtp is down', 'retries_exhausted'),
  },
  {
    what: 'failure with a delay of its own, which wins (F142)',
    end: { kind: 'failed', error, retry: true, delayMs: 5 },
    left: retry('failed', 'smtp is down', 5),
    usedUp: failed('failed', 'smtp is down', 'retries_exhausted'),
  },
  {
    what: 'failure with a delay of 0, which wins too',
    end: { kind: 'failed', error, retry: true, delayMs: 0 },
    left: retry('failed', 'smtp is down', 0),
    usedUp: failed('failed', 'smtp is down', 'retries_exhausted'),
  },
  {
    what: 'failure that wants no retry (F79)',
    end: { kind: 'failed', error, retry: false, delayMs: null },
    left: failed('failed', 'smtp is down', 'no_retry'),
    usedUp: failed('failed', 'smtp is down', 'no_retry'),
  },
  {
    what: 'timeout (F136)',
    end: { kind: 'timed_out', error: timedOut },
    left: retry('timeout', timedOut.message),
    usedUp: failed('timeout', timedOut.message, 'retries_exhausted'),
  },
  {
    what: 'missing handler',
    end: { kind: 'handler_not_found', error },
    left: retry('failed', 'smtp is down'),
    usedUp: failed('failed', 'smtp is down', 'handler_not_found'),
  },
  {
    what: 'payload that its handler refuses',
    end: { kind: 'payload_invalid', error },
    left: failed('failed', 'smtp is down', 'payload_invalid'),
    usedUp: failed('failed', 'smtp is down', 'payload_invalid'),
  },
  {
    what: 'snooze',
    end: { kind: 'snoozed', delayMs: 7, reason: 'closed' },
    left: { kind: 'snoozed', delayMs: 7, reason: 'closed' },
    usedUp: { kind: 'snoozed', delayMs: 7, reason: 'closed' },
  },
  {
    what: 'interruption',
    end: { kind: 'interrupted', reason: 'stopping' },
    left: { kind: 'interrupted', reason: 'stopping' },
    usedUp: { kind: 'interrupted', reason: 'stopping' },
  },
  {
    what: 'cancellation',
    end: { kind: 'cancelled', reason: 'solved' },
    left: { kind: 'cancelled', reason: 'solved' },
    usedUp: { kind: 'cancelled', reason: 'solved' },
  },
  {
    what: 'discard',
    end: { kind: 'discarded', reason: null },
    left: { kind: 'discarded', reason: null },
    usedUp: { kind: 'discarded', reason: null },
  },
];

describe('decideOutcome', () => {
  it.each(TABLE)('$what, with retries left', ({ end, left }) => {
    expect(decide(end, 2)).toEqual(left);
  });

  it.each(TABLE)('$what, with retries used up', ({ end, usedUp }) => {
    expect(decide(end, 3)).toEqual(usedUp);
  });

  it.each([
    [0, [1, 2], 'failed after the first attempt'],
    [2, [1, 2, 3, 4], 'failed after the third attempt'],
  ])('with maxRetries %d (F267)', (maxRetries, tries) => {
    const end: End = { kind: 'failed', error, retry: true, delayMs: null };
    const kinds = tries.map((n) => decide(end, n, { maxRetries }).kind);
    expect(kinds).toEqual(tries.map((n) => (n <= maxRetries ? 'retry' : 'failed')));
  });

  it('asks for the delay before retry n after attempt n', () => {
    const asked: number[] = [];
    const retryDelay = (_: OutcomeExecution, n: number) => asked.push(n) * 10;
    const end: End = { kind: 'failed', error, retry: true, delayMs: null };
    expect(decide(end, 1, { retryDelay })).toMatchObject({ delayMs: 10 });
    expect(decide(end, 2, { retryDelay })).toMatchObject({ delayMs: 20 });
    expect(asked).toEqual([1, 2]);
  });

  it('makes no dead letter where they are off', () => {
    const end: End = { kind: 'failed', error, retry: false, delayMs: null };
    expect(decide(end, 1, { deadLetterQueue: null })).toMatchObject({
      kind: 'failed',
      deadLetterQueue: null,
    });
  });

  it('keeps code and name of the error', () => {
    const end: End = { kind: 'failed', error, retry: true, delayMs: null };
    expect(decide(end, 1)).toMatchObject({ error: { name: 'Error', code: 'ECONNREFUSED' } });
  });
});

describe('what an error says', () => {
  const thrown: End = { kind: 'failed', error, retry: true, delayMs: null };
  const saying = (words: Partial<ErrorClassification>): Partial<OutcomeRules> => ({
    classify: () => ({ ...UNCLASSIFIED, ...words }),
  });

  it('ends an attempt that no retry would mend, and keeps it out of the dead letters if it says so', () => {
    const terminal = { retryable: false, fallback: 'discard' as const };
    expect(decide(thrown, 1, saying(terminal))).toMatchObject({
      kind: 'failed',
      reason: 'no_retry',
      deadLetterQueue: null,
    });
    expect(decide(thrown, 1, saying({ retryable: false }))).toMatchObject({ deadLetterQueue: 'dead' });
  });

  it('makes a dead letter of enqueued work that fails as terminal, since no history of a job shows it', () => {
    const terminal = { retryable: false, fallback: 'discard' as const };
    const enqueued = { jobId: null };
    expect(decide(thrown, 1, { ...saying(terminal), ...enqueued })).toMatchObject({
      deadLetterQueue: 'dead',
    });
    const named = saying({ ...terminal, namesFallback: true });
    expect(decide(thrown, 1, { ...named, ...enqueued })).toMatchObject({ deadLetterQueue: null });
  });

  it('leaves more retries than the default of the configuration', () => {
    expect(decide(thrown, 5, { maxRetries: 2, retriesFor: () => 5 })).toMatchObject({ kind: 'retry' });
  });

  it('leaves fewer retries than the budget', () => {
    expect(decide(thrown, 2, { retriesFor: () => 1 })).toMatchObject({
      kind: 'failed',
      reason: 'retries_exhausted',
    });
  });

  it('decides the delay, and does not matter where the handler insists', () => {
    const facts = {
      ...saying({ retryable: false }),
      retryDelay: (_: OutcomeExecution, __: number, { errorClass }: ErrorClassification) =>
        errorClass === 'transient' ? 7 : 70,
    };
    expect(decide(thrown, 1, { ...facts, ...saying({ errorClass: 'transient' }) })).toMatchObject({
      delayMs: 7,
    });
    expect(decide({ ...thrown, forceRetry: true }, 1, facts)).toMatchObject({ kind: 'retry', delayMs: 70 });
  });
});
