import { createHash } from 'node:crypto';
import type { Execution } from '@scheduler/contracts';
import { newExecution } from '@scheduler/contracts/adapter';

/** The same work as a new execution that names the original. */
export function retryAsNewExecution(original: Execution, now: Date): Execution {
  return newExecution({
    ...original,
    id: idOfRetry(original.id),
    origin: 'retried',
    status: 'pending',
    reason: null,
    skipped: null,
    occurrenceAt: null,
    lateness: 'on_time',
    scheduledAt: now,
    availableAt: now,
    createdAt: now,
    originalExecutionId: original.id,
    metadata: { ...original.metadata, manual_retry: true, original_execution_id: original.id },
  });
}

/**
 * The id of the retry of an execution: always the same one, so that every store refuses a second retry, whoever asks for it and in
 * whichever way. It has the form of a UUID (version 8, made of a hash).
 */
export function idOfRetry(executionId: string): string {
  const hash = createHash('sha256').update(`retry of ${executionId}`).digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
