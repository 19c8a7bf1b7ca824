import {
  type BatchFailed,
  type BatchResult,
  type ExecutionProgress,
  isSchedulerError,
  type JobHandler,
} from '@scheduler/contracts';
import type { AttemptEnd } from '../policies/failures/attempt-end.js';
import type { RunningAttempt } from './attempt/running-attempt.js';
import { jobMessage } from '../signals/telemetry/job-message.js';
import { telemetry } from '../signals/telemetry/telemetry.js';

type Terms = NonNullable<JobHandler['batch']>;

export function emitBatchStart(attempt: RunningAttempt, terms: Terms): void {
  telemetry.emit('scheduler:batch:start', () => batchMessage(attempt, terms));
}

export function emitBatchProgress(
  attempt: RunningAttempt,
  terms: Terms,
  { done, total }: ExecutionProgress,
): void {
  telemetry.emit('scheduler:batch:progress', () => ({ ...batchMessage(attempt, terms), done, total }));
}

export function emitBatchStop(attempt: RunningAttempt, terms: Terms, end: AttemptEnd): void {
  telemetry.emit('scheduler:batch:stop', () => {
    const { status, processed, failed } = resultOf(end) ?? brokenOff(attempt);
    const durationMs = attempt.now().getTime() - attempt.startedAt.getTime();
    return { ...batchMessage(attempt, terms), status, processed, failed, durationMs };
  });
}

function batchMessage(attempt: RunningAttempt, { batchSize, concurrency }: Terms) {
  return { ...jobMessage(attempt.node, attempt.execution), batchSize, concurrency };
}

/** The result of the batch. Null: the batch was stopped before it had one. */
function resultOf(end: AttemptEnd): BatchResult | null {
  if (end.kind === 'succeeded') return end.output as BatchResult;
  if (end.kind !== 'failed' || !isSchedulerError(end.error) || end.error.code !== 'BATCH_FAILED') return null;
  return (end.error as BatchFailed).result;
}

/** A batch that was aborted or threw: all that is known is how far it had come. */
function brokenOff({ execution }: RunningAttempt) {
  return { status: 'failed', processed: execution.progress?.done ?? 0, failed: 0 } as const;
}
