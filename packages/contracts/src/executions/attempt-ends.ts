import type { Attempt, AttemptStatus, Execution, ExecutionError } from './execution.js';
import { type ExecutionStatus, executionStatuses, type Reason } from '../states/execution-status.js';

/** What the end of an attempt, or of a claim that led to none, changes in an execution. `execution-lifecycle.ts` has the rules. */

/** When an attempt started and ended. */
export interface AttemptTimes {
  readonly start: Date;
  readonly at: Date;
}

export function unclaim(execution: Execution): Execution {
  return {
    ...withoutClaim(execution),
    status: executionStatuses.transition(execution.status, 'pending', execution.id),
  };
}

/** Ends what was cancelled between its claim and its start: no attempt has taken place. */
export function endUnstarted(execution: Execution, reason: Reason, at: Date): Execution {
  return {
    ...withoutClaim(execution),
    status: executionStatuses.transition(execution.status, 'cancelled', execution.id),
    reason,
    cancelRequest: null,
    finishedAt: at,
  };
}

/** The execution as it was before its claim, except for its fence. */
function withoutClaim(execution: Execution): Execution {
  return {
    ...execution,
    attemptsUsed: execution.attemptsUsed - 1,
    owner: null,
    leaseUntil: null,
    startedAt: execution.attempts.at(-1)?.startedAt ?? null,
    startConfirmed: true,
  };
}

/** Whether the execution ended between its claim and its start, so that it does not count as a run of its job. */
export function endedUnstarted({
  status,
  attempts,
  fence,
}: Pick<Execution, 'status' | 'attempts' | 'fence'>): boolean {
  return status === 'cancelled' && attempts.at(-1)?.fence !== fence;
}

export function endAttempt(
  execution: Execution,
  status: AttemptStatus,
  { start, at }: AttemptTimes,
  error: ExecutionError | null = null,
): Attempt {
  return {
    fence: execution.fence,
    owner: execution.owner ?? '',
    status,
    startedAt: start,
    finishedAt: at,
    error,
  };
}

export function end(
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
    startedAt: attempt.startedAt,
    startConfirmed: true,
    finishedAt: attempt.finishedAt,
    durationMs: attempt.finishedAt.getTime() - attempt.startedAt.getTime(),
    attempts: withAttempt(execution.attempts, attempt),
  };
}

export function waitAgain(execution: Execution, reason: Reason, attempt: Attempt): Execution {
  return {
    ...execution,
    status: executionStatuses.transition(execution.status, 'pending', execution.id),
    reason,
    owner: null,
    leaseUntil: null,
    startedAt: attempt.startedAt,
    startConfirmed: true,
    durationMs: attempt.finishedAt.getTime() - attempt.startedAt.getTime(),
    attempts: withAttempt(execution.attempts, attempt),
  };
}

/** Only the latest attempts are kept, because an execution may be snoozed any number of times. */
const MAX_ATTEMPTS_KEPT = 100;

export function withAttempt(attempts: readonly Attempt[], attempt: Attempt): readonly Attempt[] {
  return attempts.length === 0 ? [attempt] : [...attempts.slice(-(MAX_ATTEMPTS_KEPT - 1)), attempt];
}

export function deadLetterIn(queue: string | null, at: Date) {
  return queue === null ? null : { queue, at };
}

export function plusDelay(at: Date, delayMs: number): Date {
  return new Date(at.getTime() + delayMs);
}
