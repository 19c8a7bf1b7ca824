import type { Execution } from '../executions/execution.js';
import { positionOf } from '../executions/position-of.js';
import type { ScheduledJob } from '../jobs/scheduled-job.js';
import type { ExecutionFilter, ListExecutions } from '../ports/execution-repository.js';
import type { ListJobs } from '../ports/schedule-repository.js';
import type { Page, PageRequest } from '../values/page.js';
import { isInScope } from './in-scope.js';
import { jobOrder, jobSortKey, matchesJobFilter } from './job-filter.js';

/** The page of a list of jobs, for stores that filter rows one by one. */
export function pageOfJobs(jobs: Iterable<ScheduledJob>, request: ListJobs): Page<ScheduledJob> {
  const matching = [];
  for (const job of jobs) {
    if (isInScope(job, request.tenant) && matchesJobFilter(job, request))
      matching.push({ id: job.id, key: jobSortKey(job, request.sortBy), job });
  }
  matching.sort(jobOrder(request.sortOrder));
  const page = pageOf(matching, request);
  return { ...page, items: page.items.map(({ job }) => job) };
}

/** The page of a list of executions, for stores that filter rows one by one. */
export function pageOfExecutions(executions: Iterable<Execution>, request: ListExecutions): Page<Execution> {
  const matching: Execution[] = [];
  for (const execution of executions) {
    if (
      isInScope(execution, request.tenant) &&
      matchesExecutionFilter(execution, request) &&
      isBehind(execution, request)
    )
      matching.push(execution);
  }
  const direction = request.sortOrder === 'asc' ? 1 : -1;
  matching.sort((a, b) => direction * (beganAt(a) - beganAt(b) || (a.id < b.id ? -1 : 1)));
  return pageOf(matching, request);
}

function pageOf<TItem>(matching: readonly TItem[], { limit, offset }: PageRequest): Page<TItem> {
  const items = matching.slice(offset, offset + limit);
  return { items, total: matching.length, totalIsExact: true, limit, offset };
}

/** The tenant of a request is no part of its filter. */
export function matchesExecutionFilter(execution: Execution, filter: ExecutionFilter): boolean {
  const beganMs = beganAt(execution);
  return (
    (filter.jobId === undefined || execution.jobId === filter.jobId) &&
    isOneOf(filter.types, execution.type) &&
    isOneOf(filter.statuses, execution.status) &&
    isOneOf(filter.queues, execution.queue) &&
    (filter.since === undefined || beganMs >= filter.since.getTime()) &&
    (filter.until === undefined || beganMs <= filter.until.getTime()) &&
    isOneOf<unknown>(filter.errorClasses, execution.error?.errorClass) &&
    (filter.deadLettered === undefined || filter.deadLettered === (execution.deadLetter !== null))
  );
}

/** Whether an execution follows the place after which a list begins. */
export function isBehind(
  execution: Pick<Execution, 'id' | 'startedAt' | 'scheduledAt'>,
  { after, sortOrder }: Pick<ListExecutions, 'after' | 'sortOrder'>,
): boolean {
  if (after === undefined) return true;
  const apart = beganAt(execution) - after.at.getTime();
  if (apart === 0) return sortOrder === 'asc' ? execution.id > after.id : execution.id < after.id;
  return sortOrder === 'asc' ? apart > 0 : apart < 0;
}

const beganAt = (execution: Pick<Execution, 'id' | 'startedAt' | 'scheduledAt'>): number =>
  positionOf(execution).at.getTime();

function isOneOf<T>(accepted: readonly T[] | undefined, value: T): boolean {
  return accepted === undefined || accepted.length === 0 || accepted.includes(value);
}
