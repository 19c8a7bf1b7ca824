import { isPrunable, type PruneJobs } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import { deleteJob } from './delete-job.js';

export function pruneJobs(database: MemoryDatabase, { endedBefore, limit, cause = null }: PruneJobs): number {
  let pruned = 0;
  for (const { job } of database.jobs.records.values()) {
    if (pruned >= limit) break;
    if (!isPrunable(job, endedBefore) || isNeeded(database, job.id)) continue;
    deleteJob(database, { id: job.id, tenant: null, cause });
    pruned += 1;
  }
  return pruned;
}

function isNeeded({ executions }: MemoryDatabase, jobId: string): boolean {
  const runs = executions.runsOf(jobId);
  if (runs === undefined) return false;
  return runs.unfinished > 0 || [...runs.records].some(({ execution }) => execution.deadLetter !== null);
}
