import {
  type Attempt,
  type AttemptStatus,
  type Execution,
  type ExecutionError,
  maxAttempts,
} from './execution.js';
import { type ExecutionStatus, executionStatuses, type Reason } from '../states/execution-status.js';
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

/** A2. The attempt is counted when it is claimed and not when it fails, so that a handler that kills its process uses up its retries too. */
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
  };
}

/** A3. Applies the outcome of the current owner. An execution that was asked to cancel does not run again. */
export function settleExecution(execution: Execution, outcome: Outcome, at: Date): Execution {
  if (execution.cancelRequest !== null && RUNS_AGAIN.has(outcome.kind)) {
    return settleExecution(execution, { kind: 'cancelled', reason: execution.cancelRequest }, at);
  }
  switch (outcome.kind) {
    case 'succeeded':
      return succeed(execution, outcome.output, at);
    case 'failed':
      return failForGood(execution, outcome, at);
    case 'retry':
    case 'snoozed':
    case 'interrupted':
      return returnToQueue(execution, outcome, at);
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
      return end(execution, 'cancelled', reason, endAttempt(execution, outcome.kind, at));
    }
  }
}

/** The usual end. It is written in one step for speed, without the functions that the others share. */
function succeed(execution: Execution, output: JsonValue, at: Date): Execution {
  const attempt = endAttempt(execution, 'success', at);
  return {
    ...execution,
    status: executionStatuses.transition(execution.status, 'success', execution.id),
    reason: null,
    owner: null,
    leaseUntil: null,
    cancelRequest: null,
    finishedAt: at,
    durationMs: at.getTime() - attempt.startedAt.getTime(),
    attempts: withAttempt(execution.attempts, attempt),
    output,
    error: null,
  };
}

function failForGood(execution: Execution, outcome: OutcomeOf<'failed'>, at: Date): Execution {
  const attempt = endAttempt(execution, outcome.status, at, outcome.error);
  const failed = end(execution, outcome.status, { code: outcome.reason, message: null }, attempt);
  return { ...failed, error: outcome.error, deadLetter: deadLetterIn(outcome.deadLetterQueue, at) };
}

/** The execution waits for another attempt. Only a failure uses up a retry. */
function returnToQueue(
  execution: Execution,
  outcome: OutcomeOf<'retry' | 'snoozed' | 'interrupted'>,
  at: Date,
): Execution {
  if (outcome.kind === 'retry') {
    const attempt = endAttempt(execution, outcome.status, at, outcome.error);
    const waiting = waitAgain(execution, { code: 'retry', message: null }, attempt);
    return { ...waiting, error: outcome.error, availableAt: plusDelay(at, outcome.delayMs) };
  }
  const reason = { code: outcome.kind, message: outcome.reason };
  const waiting = waitAgain(execution, reason, endAttempt(execution, outcome.kind, at));
  const delayMs = outcome.kind === 'snoozed' ? outcome.delayMs : 0;
  return { ...waiting, attemptsUsed: execution.attemptsUsed - 1, availableAt: plusDelay(at, delayMs) };
}

function unclaim(execution: Execution): Execution {
  return {
    ...execution,
    status: executionStatuses.transition(execution.status, 'pending', execution.id),
    attemptsUsed: execution.attemptsUsed - 1,
    owner: null,
    leaseUntil: null,
    startedAt: execution.attempts.at(-1)?.startedAt ?? null,
  };
}

type OutcomeOf<TKind extends OutcomeKind> = Extract<Outcome, { readonly kind: TKind }>;

const RUNS_AGAIN: ReadonlySet<OutcomeKind> = new Set<OutcomeKind>([
  'retry',
  'snoozed',
  'interrupted',
  'unstarted',
  'deferred',
]);

const LEASE_EXPIRED: ExecutionError = Object.freeze({
  name: 'LeaseExpired',
  message: 'the node that ran it died or lost its connection, and the lease ran out',
  code: 'LEASE_EXPIRED',
  stack: null,
  errorClass: null,
});

/** A4. An execution whose lease has expired waits for its next attempt, or ends if its retries are used up or it was asked to cancel. */
export function rescueExecution(execution: Execution, deadLetterQueue: string | null, at: Date): Execution {
  const attempt = endAttempt(execution, 'lost', at, LEASE_EXPIRED);
  const reason: Reason = { code: 'lease_expired', message: null };
  if (execution.cancelRequest !== null) {
    return end(execution, 'cancelled', { code: 'cancelled', message: execution.cancelRequest }, attempt);
  }
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

function endAttempt(
  execution: Execution,
  status: AttemptStatus,
  at: Date,
  error: ExecutionError | null = null,
): Attempt {
  return {
    fence: execution.fence,
    owner: execution.owner ?? '',
    status,
    startedAt: execution.startedAt ?? at,
    finishedAt: at,
    error,
  };
}

function end(
  execution: Execution,
  status: ExecutionStatus,
  reason: Reason | null,
  attempt: Attempt,
): Execution {
  return {
    ...execution,
    status: executionStatuses.transition(execution.status, status, execution.id),
    reason,
    owner: null,
    leaseUntil: null,
    cancelRequest: null,
    finishedAt: attempt.finishedAt,
    durationMs: attempt.finishedAt.getTime() - attempt.startedAt.getTime(),
    attempts: withAttempt(execution.attempts, attempt),
  };
}

function waitAgain(execution: Execution, reason: Reason, attempt: Attempt): Execution {
  return {
    ...execution,
    status: executionStatuses.transition(execution.status, 'pending', execution.id),
    reason,
    owner: null,
    leaseUntil: null,
    durationMs: attempt.finishedAt.getTime() - attempt.startedAt.getTime(),
    attempts: withAttempt(execution.attempts, attempt),
  };
}

/** Only the latest attempts are kept, because an execution may be snoozed any number of times. */
const MAX_ATTEMPTS_KEPT = 100;

function withAttempt(attempts: readonly Attempt[], attempt: Attempt): readonly Attempt[] {
  return attempts.length === 0 ? [attempt] : [...attempts.slice(-(MAX_ATTEMPTS_KEPT - 1)), attempt];
}

function deadLetterIn(queue: string | null, at: Date) {
  return queue === null ? null : { queue, at };
}

function plusDelay(at: Date, delayMs: number): Date {
  return new Date(at.getTime() + delayMs);
}
