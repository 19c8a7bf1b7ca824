import {
  type AttemptTimes,
  deadLetterIn,
  end,
  endAttempt,
  endUnstarted,
  plusDelay,
  unclaim,
  waitAgain,
  withAttempt,
} from './attempt-ends.js';
import { type Execution, type ExecutionError, maxAttempts } from './execution.js';
import { executionStatuses, type Reason } from '../states/execution-status.js';
import type { JsonValue } from '../values/json.js';
import type { Outcome, OutcomeKind } from './outcome.js';

/**
 * The rules by which an execution changes, as pure functions. Adapters either call them or implement the same rules in their own language;
 * the conformance suite checks both. `at` is always the time of the store.
 */

export interface ClaimTerms {
  readonly owner: string;
  readonly leaseUntil: Date;
  readonly at: Date;
}

/**
 * A2. The attempt is counted when it is claimed and not when it fails, so that a handler that kills its process uses up its retries too. Whether
 * the handler started is not known yet.
 */
export function claimExecution(execution: Execution, { owner, leaseUntil, at }: ClaimTerms): Execution {
  return {
    ...execution,
    status: executionStatuses.transition(execution.status, 'running', execution.id),
    reason: null,
    fence: execution.fence + 1,
    attemptsUsed: execution.attemptsUsed + 1,
    owner,
    leaseUntil,
    startedAt: at,
    startConfirmed: false,
  };
}

export interface LeaseExtension {
  readonly leaseUntil: Date;
  /** When the handler started, by its owner. Missing: there is nothing new to say about it. */
  readonly startedAt?: Date | undefined;
}

/** A heartbeat of the current owner, which may confirm that the handler has started. */
export function extendLease(execution: Execution, { leaseUntil, startedAt }: LeaseExtension): Execution {
  if (startedAt === undefined) return { ...execution, leaseUntil };
  return { ...execution, leaseUntil, startedAt, startConfirmed: true };
}

/**
 * A3. Applies the outcome of the current owner. An execution that was asked to cancel does not run again.
 *
 * @param startedAt when the handler started, by its owner. Null: it never did. Undefined: the owner does not say, and the stored start counts.
 */
export function settleExecution(
  execution: Execution,
  outcome: Outcome,
  at: Date,
  startedAt: Date | null | undefined = execution.startedAt,
): Execution {
  if (execution.cancelRequest !== null && RUNS_AGAIN.has(outcome.kind)) {
    const start = NEVER_STARTED.has(outcome.kind) ? null : startedAt;
    return settleExecution(execution, { kind: 'cancelled', reason: execution.cancelRequest }, at, start);
  }
  // The owner estimates the time of the store, so that its start may be a little later than the end that the store sees.
  const start = startedAt === null || startedAt > at ? at : startedAt;
  switch (outcome.kind) {
    case 'succeeded':
      return succeed(execution, outcome.output, { start, at });
    case 'failed':
      return failForGood(execution, outcome, { start, at });
    case 'retry':
    case 'snoozed':
    case 'interrupted':
      return returnToQueue(execution, outcome, { start, at });
    case 'unstarted':
      return unclaim(execution);
    case 'deferred':
      return {
        ...unclaim(execution),
        reason: { code: outcome.reason, message: outcome.message },
        availableAt: plusDelay(at, outcome.delayMs),
      };
    case 'cancelled':
    case 'discarded': {
      const reason = { code: outcome.kind, message: outcome.reason };
      if (startedAt === null) return endUnstarted(execution, reason, at);
      return end(execution, 'cancelled', reason, endAttempt(execution, outcome.kind, { start, at }));
    }
  }
}

/** The usual end. It is written in one step for speed, without the functions that the others share. */
function succeed(execution: Execution, output: JsonValue, { start, at }: AttemptTimes): Execution {
  const attempt = endAttempt(execution, 'success', { start, at });
  return {
    ...execution,
    status: executionStatuses.transition(execution.status, 'success', execution.id),
    reason: null,
    owner: null,
    leaseUntil: null,
    cancelRequest: null,
    startedAt: start,
    startConfirmed: true,
    finishedAt: at,
    durationMs: at.getTime() - start.getTime(),
    attempts: withAttempt(execution.attempts, attempt),
    output,
    error: null,
  };
}

function failForGood(execution: Execution, outcome: OutcomeOf<'failed'>, times: AttemptTimes): Execution {
  const attempt = endAttempt(execution, outcome.status, times, outcome.error);
  const failed = end(execution, outcome.status, { code: outcome.reason, message: null }, attempt);
  return { ...failed, error: outcome.error, deadLetter: deadLetterIn(outcome.deadLetterQueue, times.at) };
}

/** The execution waits for another attempt. Only a failure uses up a retry. */
function returnToQueue(
  execution: Execution,
  outcome: OutcomeOf<'retry' | 'snoozed' | 'interrupted'>,
  times: AttemptTimes,
): Execution {
  const { at } = times;
  if (outcome.kind === 'retry') {
    const attempt = endAttempt(execution, outcome.status, times, outcome.error);
    const waiting = waitAgain(execution, { code: 'retry', message: null }, attempt);
    return { ...waiting, error: outcome.error, availableAt: plusDelay(at, outcome.delayMs) };
  }
  const reason = { code: outcome.kind, message: outcome.reason };
  const waiting = waitAgain(execution, reason, endAttempt(execution, outcome.kind, times));
  const delayMs = outcome.kind === 'snoozed' ? outcome.delayMs : 0;
  return { ...waiting, attemptsUsed: execution.attemptsUsed - 1, availableAt: plusDelay(at, delayMs) };
}

type OutcomeOf<TKind extends OutcomeKind> = Extract<Outcome, { readonly kind: TKind }>;

const RUNS_AGAIN: ReadonlySet<OutcomeKind> = new Set<OutcomeKind>([
  'retry',
  'snoozed',
  'interrupted',
  'unstarted',
  'deferred',
]);

const NEVER_STARTED: ReadonlySet<OutcomeKind> = new Set<OutcomeKind>(['unstarted', 'deferred']);

const LEASE_EXPIRED: ExecutionError = Object.freeze({
  name: 'LeaseExpired',
  message: 'the node that ran it died or lost its connection, and the lease ran out',
  code: 'LEASE_EXPIRED',
  stack: null,
  errorClass: null,
});

/**
 * A4. An execution whose lease has expired waits for its next attempt, or ends if its retries are used up or it was asked to cancel. One whose
 * start was never confirmed has used up no attempt, and none is listed: its node may have died before it called the handler.
 */
export function rescueExecution(execution: Execution, deadLetterQueue: string | null, at: Date): Execution {
  const reason: Reason = { code: 'lease_expired', message: null };
  const { cancelRequest } = execution;
  const cancelled: Reason = { code: 'cancelled', message: cancelRequest };
  if (!execution.startConfirmed) {
    const unstartedRescues = execution.unstartedRescues + 1;
    if (cancelRequest !== null) return endUnstarted({ ...execution, unstartedRescues }, cancelled, at);
    return { ...unclaim(execution), reason, unstartedRescues, availableAt: at };
  }
  const attempt = endAttempt(execution, 'lost', { start: execution.startedAt ?? at, at }, LEASE_EXPIRED);
  if (cancelRequest !== null) return end(execution, 'cancelled', cancelled, attempt);
  if (execution.attemptsUsed < maxAttempts(execution)) {
    return { ...waitAgain(execution, reason, attempt), error: LEASE_EXPIRED, availableAt: at };
  }
  return {
    ...end(execution, 'failed', reason, attempt),
    error: LEASE_EXPIRED,
    deadLetter: deadLetterIn(deadLetterQueue, at),
  };
}

/** Cancels an execution before its first attempt, or between two attempts. */
export function cancelPendingExecution(execution: Execution, message: string, at: Date): Execution {
  return {
    ...execution,
    status: executionStatuses.transition(execution.status, 'cancelled', execution.id),
    reason: { code: 'cancelled', message },
    finishedAt: at,
  };
}

/** Skips an occurrence that is due while as many executions of its job run as may run at once. */
export function skipForOverlap(execution: Execution, at: Date): Execution {
  return skip(execution, { code: 'overlap', message: null }, at);
}

/** Skips an execution whose unique key is held by an equal one. */
export function skipAsDuplicate(execution: Execution, holderId: string, at: Date): Execution {
  return skip(execution, { code: 'unique_conflict', message: `execution ${holderId} is equal` }, at);
}

function skip(execution: Execution, reason: Reason, at: Date): Execution {
  return {
    ...execution,
    status: executionStatuses.transition(execution.status, 'skipped', execution.id),
    reason,
    finishedAt: at,
  };
}
