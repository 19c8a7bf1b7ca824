import type { JobFilter, JobSortField, ListJobs, Page, ScheduledJob } from '@scheduler/contracts';
import { isInScope } from '../in-scope.js';
import type { MemoryDatabase } from '../memory-database.js';

export function listJobs({ jobs }: MemoryDatabase, request: ListJobs): Page<ScheduledJob> {
  const matching: ScheduledJob[] = [];
  for (const { job } of jobs.records.values()) {
    if (isInScope(job, request.tenant) && matches(job, request)) matching.push(job);
  }
  matching.sort(comparison(request));
  const { limit, offset } = request;
  const items = matching.slice(offset, offset + limit);
  return { items, total: matching.length, totalIsExact: true, limit, offset };
}

function matches(job: ScheduledJob, filter: JobFilter): boolean {
  return (
    isOneOf(filter.types, job.type) &&
    isOneOf(filter.triggers, job.trigger.kind) &&
    isOneOf(filter.events, job.trigger.kind === 'event' ? job.trigger.name : null) &&
    isOneOf(filter.statuses, job.status) &&
    isOneOf(filter.queues, job.policies.queue) &&
    (filter.owners === undefined || filter.owners.length === 0 || filter.owners.includes(job.tenant)) &&
    hasTags(job, filter) &&
    isBetween(job.createdAt, filter.createdAfter, filter.createdBefore) &&
    isBetween(job.nextRunAt, filter.nextRunAfter, filter.nextRunBefore) &&
    contains(job.name, filter.nameContains) &&
    (filter.targetId === undefined || job.targetId === filter.targetId) &&
    (filter.createdBy === undefined || job.createdBy === filter.createdBy)
  );
}

function isOneOf<T>(accepted: readonly T[] | undefined, value: T | null): boolean {
  return accepted === undefined || accepted.length === 0 || (value !== null && accepted.includes(value));
}

function hasTags({ tags }: ScheduledJob, { tags: any = [], tagsAll = [] }: JobFilter): boolean {
  const hasAny = any.length === 0 || any.some((tag) => tags.includes(tag));
  return hasAny && tagsAll.every((tag) => tags.includes(tag));
}

function isBetween(value: Date | null, after: Date | undefined, before: Date | undefined): boolean {
  if (after === undefined && before === undefined) return true;
  if (value === null) return false;
  return (after === undefined || value >= after) && (before === undefined || value <= before);
}

function contains(name: string, part: string | undefined): boolean {
  return part === undefined || name.toLowerCase().includes(part.toLowerCase());
}

const SORT_KEY: Readonly<Record<JobSortField, (job: ScheduledJob) => number | string | null>> = {
  createdAt: (job) => job.createdAt.getTime(),
  nextRunAt: (job) => job.nextRunAt?.getTime() ?? null,
  name: (job) => job.name,
  priority: (job) => job.policies.priority,
};

function comparison({ sortBy, sortOrder }: Pick<ListJobs, 'sortBy' | 'sortOrder'>) {
  const keyOf = SORT_KEY[sortBy];
  const direction = sortOrder === 'asc' ? 1 : -1;
  return (a: ScheduledJob, b: ScheduledJob): number => {
    const [keyA, keyB] = [keyOf(a), keyOf(b)];
    if (keyA === keyB) return a.id < b.id ? -1 : 1;
    if (keyA === null) return 1;
    if (keyB === null) return -1;
    return keyA < keyB ? -direction : direction;
  };
}
