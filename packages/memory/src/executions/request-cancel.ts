import type { CancelRequested, Execution } from '@scheduler/contracts';
import { type CancelExecution, cancelPendingExecution } from '@scheduler/contracts/adapter';
import { isInScope } from '../database/in-scope.js';
import type { MemoryDatabase } from '../database/memory-database.js';
import { endFinishedJob } from './count-in-job.js';

export function requestCancel(database: MemoryDatabase, request: CancelExecution): CancelRequested | null {
  const { executions } = database;
  const record = executions.records.get(request.id);
  if (record === undefined || !isInScope(record.execution, request.tenant)) return null;
  const { execution } = record;
  if (execution.status === 'pending') {
    const at = database.now();
    const cancelled: Execution = cancelPendingExecution(execution, request.reason, at);
    executions.replace(record, cancelled, at.getTime());
    endFinishedJob(database, cancelled, at);
    return { state: 'cancelled', execution: cancelled };
  }
  if (execution.status !== 'running') return { state: 'ended', execution };
  record.execution = { ...execution, cancelRequest: request.reason };
  return { state: 'stopping', execution: record.execution };
}
