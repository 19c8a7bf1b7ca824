import type { Page, ScheduledJob } from '@scheduler/contracts';
import { jobOrder, jobSortKey, type ListJobs, matchesJobFilter } from '@scheduler/contracts/adapter';
import { isInScope } from '../database/in-scope.js';
import type { MemoryDatabase } from '../database/memory-database.js';

export function listJobs({ jobs }: MemoryDatabase, request: ListJobs): Page<ScheduledJob> {
  const { limit, offset, sortBy, sortOrder } = request;
  const matching = [];
  for (const { id, job } of jobs.records.values()) {
    if (isInScope(job, request.tenant) && matchesJobFilter(job, request))
      matching.push({ id, key: jobSortKey(job, sortBy), job });
  }
  matching.sort(jobOrder(sortOrder));
  const items = matching.slice(offset, offset + limit).map(({ job }) => job);
  return { items, total: matching.length, totalIsExact: true, limit, offset };
}
