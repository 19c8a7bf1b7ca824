import {
  type CancelJob,
  type CancelledJob,
  cancelPendingExecution,
  executionChanged,
} from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import { jobForCaller } from '../database/own-copy.js';
import { refuseTransaction } from '../database/refuse-transaction.js';
import { insertSkipped, recordAt, writeNextRevision } from './save-job.js';

export function cancelJob(database: MemoryDatabase, request: CancelJob): CancelledJob {
  refuseTransaction(request.transaction);
  const job = writeNextRevision(database, recordAt(database, request), request);
  const at = database.now();
  const context = { at, cause: request.cause ?? null };
  const stopping: string[] = [];
  let cancelledExecutions = 0;
  for (const record of database.executions.runsOf(job.id)?.records ?? []) {
    const { execution } = record;
    if (execution.status === 'pending') {
      const cancelled = cancelPendingExecution(execution, request.reason, at);
      database.executions.replace(record, cancelled, at.getTime());
      database.log?.append(...executionChanged(execution, cancelled, context));
      cancelledExecutions += 1;
    } else if (execution.status === 'running') {
      record.execution = { ...execution, cancelRequest: request.reason };
      database.log?.append(...executionChanged(execution, record.execution, context));
      stopping.push(record.id);
    }
  }
  insertSkipped(database, job, request);
  return { job: jobForCaller(job), cancelledExecutions, stopping };
}
