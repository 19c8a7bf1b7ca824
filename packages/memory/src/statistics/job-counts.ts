import { type JobStatus, jobStatuses } from '@scheduler/contracts';
import { isInScope, type JobCounts, type TenantScope } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';

export function jobCounts({ jobs }: MemoryDatabase, tenant: TenantScope): JobCounts {
  const counts = Object.fromEntries(jobStatuses.statuses.map((status) => [status, 0])) as Record<
    JobStatus,
    number
  >;
  for (const { job } of jobs.records.values()) if (isInScope(job, tenant)) counts[job.status] += 1;
  return counts;
}
