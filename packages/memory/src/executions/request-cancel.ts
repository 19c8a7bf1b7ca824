import type { CancelRequested } from '@scheduler/contracts';
import {
  type CancelExecution,
  cancelRequested,
  copyExecution,
  isInScope,
} from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import { endJobWithout } from './count-in-job.js';
import { arriveAtRuns } from '../workflows/advance-runs.js';

export function requestCancel(database: MemoryDatabase, request: CancelExecution): CancelRequested | null {
  const record = database.executions.records.get(request.id);
  if (record === undefined || !isInScope(record.execution, request.tenant)) return null;
  const at = database.now();
  const result = cancelRequested(record.execution, request.reason, at);
  if (result.state === 'cancelled') {
    database.executions.replace(record, result.execution, at.getTime());
    endJobWithout(database, result.execution, at);
    arriveAtRuns(database, [result.execution], at);
  } else {
    // No index depends on the progress, so that the record is changed directly.
    record.execution = result.execution;
  }
  return { ...result, execution: copyExecution(result.execution) };
}
