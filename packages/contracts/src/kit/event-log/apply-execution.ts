import { withAttempt } from '../../executions/attempt-ends.js';
import type { Attempt, AttemptStatus, Execution, ExecutionError } from '../../executions/execution.js';
import type { EventRecord } from '../../event-log/logged-event.js';
import type { ExecutionStatus, Reason } from '../../states/execution-status.js';
import type { JsonObject } from '../../values/json.js';
import { instantOf } from './event-json.js';

/** The execution after an event of it. The same: the event does not change it. */
export function applyToExecution(execution: Execution, event: EventRecord): Execution {
  const { name, data, at } = event;
  switch (name) {
    case 'ExecutionStarted':
      return claimed(execution, data, at);
    case 'ExecutionStartConfirmed':
      return { ...execution, startedAt: instantOf(data['startedAt']), startConfirmed: true };
    case 'ExecutionCancelRequested':
      return { ...execution, cancelRequest: String(data['reason']) };
    case 'ExecutionPostponed':
      return { ...execution, availableAt: instantOf(data['availableAt']) ?? execution.availableAt };
    case 'DeadLetterReplaced':
    case 'DeadLetterDismissed':
      return { ...execution, deadLetter: null };
    default: {
      const status = STATUS_AFTER[name];
      return status === undefined ? execution : ended(execution, event, status);
    }
  }
}

function claimed(execution: Execution, { fence, owner }: JsonObject, at: Date): Execution {
  return {
    ...execution,
    status: 'running',
    reason: null,
    fence: Number(fence),
    attemptsUsed: execution.attemptsUsed + 1,
    owner: owner as string | null,
    startedAt: at,
    startConfirmed: false,
  };
}

const STATUS_AFTER: Readonly<Record<string, ExecutionStatus>> = {
  ExecutionCompleted: 'success',
  ExecutionFailed: 'failed',
  ExecutionCancelled: 'cancelled',
  ExecutionRetried: 'pending',
  ExecutionSnoozed: 'pending',
  ExecutionReturned: 'pending',
  ExecutionRescued: 'pending',
};

function ended(execution: Execution, { name, data, at }: EventRecord, usually: ExecutionStatus): Execution {
  const status = (data['status'] as ExecutionStatus | undefined) ?? usually;
  const attempt = attemptOf(execution, { name, data, at });
  const ends = status !== 'pending';
  const wasRunning = execution.status === 'running';
  const { deadLetter } = data;
  return {
    ...execution,
    status,
    reason: (data['reason'] ?? null) as Reason | null,
    error: status === 'success' ? null : ((data['error'] as ExecutionError | undefined) ?? execution.error),
    output: data['output'] ?? execution.output,
    fence: Number(data['fence'] ?? execution.fence),
    attemptsUsed: Number(data['attemptsUsed'] ?? execution.attemptsUsed),
    unstartedRescues: Number(data['unstartedRescues'] ?? execution.unstartedRescues),
    availableAt: instantOf(data['availableAt']) ?? execution.availableAt,
    deadLetter: typeof deadLetter === 'string' ? { queue: deadLetter, at } : execution.deadLetter,
    owner: null,
    leaseUntil: null,
    cancelRequest: null,
    startConfirmed: true,
    finishedAt: ends ? at : null,
    ...(wasRunning ? startAndEnd(execution, attempt) : {}),
  };
}

function startAndEnd(execution: Execution, attempt: Attempt | null): Partial<Execution> {
  if (attempt === null) return { startedAt: execution.attempts.at(-1)?.startedAt ?? null };
  return {
    startedAt: attempt.startedAt,
    durationMs: attempt.finishedAt.getTime() - attempt.startedAt.getTime(),
    attempts: withAttempt(execution.attempts, attempt),
  };
}

/** Null: no attempt has ended by the event. */
function attemptOf(
  { fence, owner }: Execution,
  { name, data, at }: Pick<EventRecord, 'name' | 'data' | 'at'>,
): Attempt | null {
  const startedAt = instantOf(data['startedAt']);
  if (startedAt === null) return null;
  const status = (name === 'ExecutionCompleted' ? 'success' : data['attempt']) as AttemptStatus;
  const error = data['attemptError'] ?? (HAS_ERROR.has(status) ? data['error'] : null) ?? null;
  return {
    fence: Number(data['fence'] ?? fence),
    owner: owner ?? '',
    status,
    startedAt,
    finishedAt: at,
    error: error as ExecutionError | null,
  };
}

/** The attempts that end by an error, which is the one of the execution. */
const HAS_ERROR: ReadonlySet<AttemptStatus> = new Set<AttemptStatus>(['failed', 'timeout', 'lost']);
