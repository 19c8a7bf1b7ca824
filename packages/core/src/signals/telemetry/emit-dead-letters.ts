import type { Execution } from '@scheduler/contracts';
import { telemetry } from './telemetry.js';

export function emitRetriedDeadLetter(execution: Execution, original: Execution): void {
  telemetry.emit('scheduler:dead_letter:retry', () => ({
    executionId: execution.id,
    jobId: execution.jobId,
    jobName: execution.jobName,
    type: execution.type,
    queue: execution.queue,
    tenant: execution.tenant,
    originalExecutionId: original.id,
  }));
}

/** Emits nothing when no dead letter was pruned. */
export function emitPrunedDeadLetters(count: number): void {
  if (count > 0) telemetry.emit('scheduler:dead_letter:prune', () => ({ count }));
}
