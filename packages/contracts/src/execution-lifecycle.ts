import type { Attempt, AttemptStatus, Execution, ExecutionError } from './execution.js';
import { maxTries } from './execution.js';
import { type ExecutionStatus, executionStatuses, type Reason } from './execution-status.js';
import type { Outcome, OutcomeKind } from './outcome.js';

/**
 * The rules by which an execution changes, as pure functions. Adapters either call them or express the same in their own language;
 * the conformance suite holds both to it. `at` is always the store's time.
 */

/** What a caller decides about a new execution; the rest starts empty. */
export type NewExecution = Pick<
  Execution,
  | 'id'
  | 'jobId'
  | 'jobName'
  | 'type'
  | 'targetId'
  | 'payload'
  | 'tags'
  | 'metadata'
  | 'tenant'
  | 'queue'
  | 'priority'
  | 'policy'
  | 'exclusive'
  | 'origin'
  | 'occurrenceAt'
  | 'lateness'
  | 'scheduledAt'
  | 'availableAt'
  | 'createdAt'
> &
  Partial<Pick<Execution, 'status' | 'reason' | 'skipped' | 'originalExecutionId'>>;

export function newExecution(given: NewExecution): Execution {
  const status = given.status ?? 'pending';
  return {
    id: given.id,
    jobId: given.jobId,
    jobName: given.jobName,
    type: given.type,
    targetId: given.targetId,
    payload: given.payload,
    tags: given.tags,
    metadata: given.metadata,
    tenant: given.tenant,
    queue: given.queue,
    priority: given.priority,
    policy: given.policy,
    exclusive: given.exclusive,
    origin: given.origin,
    occurrenceAt: given.occurrenceAt,
    occurrence: null,
    lateness: given.lateness,
    scheduledAt: given.scheduledAt,
    availableAt: given.availableAt,
    status,
    reason: given.reason ?? null,
    tries: 0,
    fence: 0,
    owner: null,
    leaseUntil: null,
    cancelRequest: null,
    startedAt: null,
    finishedAt: executionStatuses.isFinal(status) ? given.createdAt : null,
    durationMs: null,
    output: null,
    error: null,
    attempts: [],
    skipped: given.skipped ?? null,
    deadLetter: null,
    originalExecutionId: given.originalExecutionId ?? null,
    createdAt: given.createdAt,
  };
}

export interface ClaimTerms {
  readonly owner: string;
  readonly leaseUntil: Date;
  readonly at: Date;
}

/** A2: the attempt is counted here and not when it fails, so that a handler that kills its process uses up its budget too. */
export function claimExecution(execution: Execution, { owner, leaseUntil, at }: ClaimTerms): Execution {
  return {
    ...execution,
    status: executionStatuses.transition(execution.status, 'running', execution.id),
    reason: null,
    fence: execution.fence + 1,
    tries: execution.tries + 1,
    owner,
    leaseUntil,
    startedAt: at,
  };
}

/** A3: what the current holder's outcome makes of the execution. One that is to be cancelled does not run again. */
export function settleExecution(execution: Execution, outcome: Outcome, at: Date): Execution {
  if (execution.cancelRequest !== null && RUNS_AGAIN.has(outcome.kind)) {
    return settleExecution(execution, { kind: 'cancelled', reason: execution.cancelRequest }, at);
  }
  const attempt = (status: AttemptStatus, error: ExecutionError | null = null) =>
    endAttempt(execution, status, error, at);
  switch (outcome.kind) {
    case 'succeeded':
      return {
        ...ended(execution, 'success', null, attempt('success'), at),
        output: outcome.output,
        error: null,
      };
    case 'failed': {
      const reason = { code: outcome.reason, message: null };
      const failed = ended(execution, outcome.status, reason, attempt(outcome.status, outcome.error), at);
      return { ...failed, error: outcome.error, deadLetter: deadLetterIn(outcome.deadLetterQueue, at) };
    }
    case 'retry': {
      const waiting = again(
        execution,
        { code: 'retry', message: null },
        attempt(outcome.status, outcome.error),
      );
      return { ...waiting, error: outcome.error, availableAt: later(at, outcome.delayMs) };
    }
    case 'snoozed': {
      const waiting = again(execution, { code: 'snoozed', message: outcome.reason }, attempt('snoozed'));
      return { ...waiting, tries: execution.tries - 1, availableAt: later(at, outcome.delayMs) };
    }
    case 'interrupted': {
      const waiting = again(
        execution,
        { code: 'interrupted', message: outcome.reason },
        attempt('interrupted'),
      );
      return { ...waiting, tries: execution.tries - 1, availableAt: at };
    }
    case 'unstarted':
      return {
        ...execution,
        status: executionStatuses.transition(execution.status, 'pending', execution.id),
        tries: execution.tries - 1,
        owner: null,
        leaseUntil: null,
        startedAt: execution.attempts.at(-1)?.startedAt ?? null,
      };
    case 'cancelled':
      return ended(
        execution,
        'cancelled',
        { code: 'cancelled', message: outcome.reason },
        attempt('cancelled'),
        at,
      );
    case 'discarded':
      return ended(
        execution,
        'cancelled',
        { code: 'discarded', message: outcome.reason },
        attempt('discarded'),
        at,
      );
  }
}

const RUNS_AGAIN: ReadonlySet<OutcomeKind> = new Set<OutcomeKind>([
  'retry',
  'snoozed',
  'interrupted',
  'unstarted',
]);

const LEASE_EXPIRED: ExecutionError = Object.freeze({
  name: 'LeaseExpired',
  message: 'the node that ran it died or lost its connection, and the lease ran out',
  code: 'LEASE_EXPIRED',
  stack: null,
});

/** A4: an execution whose lease is over waits for its next attempt, or ends if its budget is used up or it was to be cancelled. */
export function rescueExecution(execution: Execution, deadLetterQueue: string | null, at: Date): Execution {
  const attempt = endAttempt(execution, 'lost', LEASE_EXPIRED, at);
  const reason: Reason = { code: 'lease_expired', message: null };
  if (execution.cancelRequest !== null) {
    return ended(
      execution,
      'cancelled',
      { code: 'cancelled', message: execution.cancelRequest },
      attempt,
      at,
    );
  }
  if (execution.tries < maxTries(execution)) {
    return { ...again(execution, reason, attempt), error: LEASE_EXPIRED, availableAt: at };
  }
  return {
    ...ended(execution, 'failed', reason, attempt, at),
    error: LEASE_EXPIRED,
    deadLetter: deadLetterIn(deadLetterQueue, at),
  };
}

/** Before any attempt, or between two. */
export function cancelPendingExecution(execution: Execution, message: string, at: Date): Execution {
  return {
    ...execution,
    status: executionStatuses.transition(execution.status, 'cancelled', execution.id),
    reason: { code: 'cancelled', message },
    finishedAt: at,
  };
}

/** An occurrence that falls due while another execution of its job runs. */
export function skipForOverlap(execution: Execution, at: Date): Execution {
  return {
    ...execution,
    status: executionStatuses.transition(execution.status, 'skipped', execution.id),
    reason: { code: 'overlap', message: null },
    finishedAt: at,
  };
}

function endAttempt(
  execution: Execution,
  status: AttemptStatus,
  error: ExecutionError | null,
  at: Date,
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

function ended(
  execution: Execution,
  status: ExecutionStatus,
  reason: Reason | null,
  attempt: Attempt,
  at: Date,
): Execution {
  return {
    ...execution,
    status: executionStatuses.transition(execution.status, status, execution.id),
    reason,
    owner: null,
    leaseUntil: null,
    cancelRequest: null,
    finishedAt: at,
    durationMs: attempt.finishedAt.getTime() - attempt.startedAt.getTime(),
    attempts: withAttempt(execution.attempts, attempt),
  };
}

function again(execution: Execution, reason: Reason, attempt: Attempt): Execution {
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

/** An execution may be snoozed for ever; its list of attempts must not grow for ever. */
const KEPT_ATTEMPTS = 100;

function withAttempt(attempts: readonly Attempt[], attempt: Attempt): readonly Attempt[] {
  return [...attempts.slice(-(KEPT_ATTEMPTS - 1)), attempt];
}

function deadLetterIn(queue: string | null, at: Date) {
  return queue === null ? null : { queue, at };
}

function later(at: Date, delayMs: number): Date {
  return new Date(at.getTime() + delayMs);
}
