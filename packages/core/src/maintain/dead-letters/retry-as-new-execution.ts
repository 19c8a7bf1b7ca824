import type { Execution } from '@scheduler/contracts';
import { newExecution } from '@scheduler/contracts/adapter';

/** The same work as a new execution that names the original. */
export function retryAsNewExecution(
  original: Execution,
  { id, now }: { readonly id: string; readonly now: Date },
): Execution {
  return newExecution({
    ...original,
    id,
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
