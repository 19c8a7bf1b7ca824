import type { ExecutionLogEvent } from '../../event-log/event-names.js';
import type { DomainEvent, EventContext, EventRecord } from '../../event-log/logged-event.js';
import type { Attempt, Execution } from '../../executions/execution.js';
import { isSameData, withData } from './event-json.js';
import { cancelAsked, domainEventEmitted, executionEvent, executionPostponed } from './execution-events.js';

/**
 * What happened to an execution between two of its states, one of which may be the one that the holder of its lease has: settled, rescued,
 * cancelled, asked to stop or moved. None: nothing that is logged, such as a longer lease.
 *
 * @param before as it was claimed or read
 * @param after as it is written
 */
export function executionChanged(
  before: Execution,
  after: Execution,
  context: EventContext,
): readonly EventRecord[] {
  if (after.status === 'running') {
    const asked = after.cancelRequest !== null && before.cancelRequest !== after.cancelRequest;
    return asked ? [cancelAsked(after, after.cancelRequest, context)] : [];
  }
  if (before.status === 'pending' && after.status === 'pending') {
    const moved = before.availableAt.getTime() !== after.availableAt.getTime();
    return moved ? [executionPostponed(after, after.availableAt, context)] : [];
  }
  if (before.status === after.status) return [];
  return [executionEvent(nameOf(after), after, endData(before, after), context)];
}

/** For each settlement that is written. The owner of the lease causes it. */
export function executionSettled(
  before: Execution,
  after: Execution,
  { at, emits = [] }: { readonly at: Date; readonly emits?: readonly DomainEvent[] | undefined },
): readonly EventRecord[] {
  const context = { at, cause: before.owner };
  const changed = executionChanged(before, after, context);
  if (emits.length === 0) return changed;
  return [...changed, ...emits.map((event) => domainEventEmitted(after, event, context))];
}

const WAITING_EVENTS: Readonly<Record<string, ExecutionLogEvent>> = {
  retry: 'ExecutionRetried',
  snoozed: 'ExecutionSnoozed',
  lease_expired: 'ExecutionRescued',
};

function nameOf({ status, reason }: Execution): ExecutionLogEvent {
  switch (status) {
    case 'success':
      return 'ExecutionCompleted';
    case 'cancelled':
      return 'ExecutionCancelled';
    case 'pending':
      return WAITING_EVENTS[reason?.code ?? ''] ?? 'ExecutionReturned';
    default:
      return 'ExecutionFailed';
  }
}

/** Only what does not follow from the event and from what was logged before. `apply-execution.ts` has the other half. */
function endData(before: Execution, after: Execution) {
  const attempt = newAttempt(before, after);
  const isError = after.error !== null && !isSameData(before.error, after.error);
  const isOwnError = attempt !== null && attempt.error !== null && !isSameData(attempt.error, after.error);
  const wasRunning = before.status === 'running';
  const isUsual = after.status === 'success';
  return withData([
    ['status', after.status === 'timeout' || after.status === 'skipped' ? after.status : undefined],
    ['fence', wasRunning ? after.fence : undefined],
    ['attempt', attempt === null || isUsual ? undefined : attempt.status],
    ['startedAt', attempt?.startedAt],
    ['reason', after.reason ?? undefined],
    ['error', isError || (attempt?.error ?? null) !== null ? (after.error ?? undefined) : undefined],
    ['attemptError', isOwnError ? attempt.error : undefined],
    ['attemptsUsed', after.attemptsUsed === before.attemptsUsed ? undefined : after.attemptsUsed],
    [
      'unstartedRescues',
      after.unstartedRescues === before.unstartedRescues ? undefined : after.unstartedRescues,
    ],
    [
      'availableAt',
      after.availableAt.getTime() === before.availableAt.getTime() ? undefined : after.availableAt,
    ],
    ['deadLetter', after.deadLetter?.queue],
    ['output', after.output ?? undefined],
  ]);
}

/** Null: no attempt has ended. */
function newAttempt(before: Execution, after: Execution): Attempt | null {
  const last = after.attempts.at(-1);
  if (last === undefined || last.fence !== after.fence) return null;
  return before.attempts.at(-1)?.fence === last.fence ? null : last;
}
