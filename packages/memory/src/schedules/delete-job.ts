import { ConcurrentChange } from '@scheduler/contracts';
import { type DeleteJob, isInScope, jobDeleted } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import { refuseTransaction } from '../database/refuse-transaction.js';

export function deleteJob(
  database: MemoryDatabase,
  { id, tenant, expectedRevision, transaction, cause = null }: DeleteJob,
): boolean {
  refuseTransaction(transaction);
  const { jobs, executions } = database;
  const record = jobs.records.get(id);
  if (record === undefined || !isInScope(record.job, tenant)) return false;
  if (expectedRevision !== undefined && record.job.revision !== expectedRevision)
    throw new ConcurrentChange(id, expectedRevision);
  jobs.remove(record);
  const at = database.now();
  const nowMs = at.getTime();
  database.log?.append(jobDeleted(record.job, { at, cause }));
  for (const run of [...(executions.runsOf(id)?.records ?? [])]) executions.remove(run, nowMs);
  return true;
}
