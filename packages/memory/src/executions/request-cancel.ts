import type { CancelRequested } from '@scheduler/contracts';
import {
  type CancelExecution,
  cancelRequested,
  copyExecution,
  executionChanged,
  isInScope,
} from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import { endJobWithout } from './count-in-job.js';
import { arriveAtRuns } from '../workflows/advance-runs.js';

export function requestCancel(database: MemoryDatabase, request: CancelExecution): CancelRequested | null {
  const record = database.executions.records.get(request.id);
  if (record === undefined || !isInScope(record.execution, request.tenant)) return null;
  const at = database.now();
  const context = { at, cause: request.cause ?? null };
  const before = record.execution;
  const result = cancelRequested(before, request.reason, at);
  database.log?.append(...executionChanged(before, result.execution, context));
  if (result.state === 'cancelled') {
    database.executions.replace(record, result.execution, at.getTime());
    endJobWithout(database, result.execution, context);
    arriveAtRuns(database, [result.execution], context);
  } else {
    // No index depends on the progress, so that the record is changed directly.
    record.execution = result.execution;
  }
  return { ...result, execution: copyExecution(result.execution) };
}
