import { type CancelJob, type CancelledJob, cancelPendingExecution } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import { jobForCaller } from '../database/own-copy.js';
import { refuseTransaction } from '../database/refuse-transaction.js';
import { insertSkipped, recordAt, writeNextRevision } from './save-job.js';

export function cancelJob(database: MemoryDatabase, request: CancelJob): CancelledJob {
  refuseTransaction(request.transaction);
  const job = writeNextRevision(database, recordAt(database, request), request.job);
  const at = database.now();
  const stopping: string[] = [];
  let cancelledExecutions = 0;
  for (const record of database.executions.runsOf(job.id)?.records ?? []) {
    const { execution } = record;
    if (execution.status === 'pending') {
      const cancelled = cancelPendingExecution(execution, request.reason, at);
      database.executions.replace(record, cancelled, at.getTime());
      cancelledExecutions += 1;
    } else if (execution.status === 'running') {
      record.execution = { ...execution, cancelRequest: request.reason };
      stopping.push(record.id);
    }
  }
  insertSkipped(database, job, request.skipped);
  return { job: jobForCaller(job), cancelledExecutions, stopping };
}
