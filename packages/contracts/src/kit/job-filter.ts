import type { JobPolicies } from '../jobs/policies.js';
import type { JobFilter, JobSortField, ListJobs } from '../ports/schedule-repository.js';
import type { ScheduledJob } from '../jobs/scheduled-job.js';

type LookedAt =
  | 'type'
  | 'trigger'
  | 'status'
  | 'tenant'
  | 'tags'
  | 'createdAt'
  | 'nextRunAt'
  | 'name'
  | 'targetId'
  | 'createdBy';

/** The fields of a job that lists filter and sort by. */
export interface ListedJob extends Pick<ScheduledJob, LookedAt> {
  readonly policies: Pick<JobPolicies, 'queue' | 'priority' | 'expectWithinMs'>;
}

/** Whether a job matches a filter, for stores that filter rows one by one. The tenant of a request is not part of the filter. */
export function matchesJobFilter(job: ListedJob, filter: JobFilter): boolean {
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
    (filter.createdBy === undefined || job.createdBy === filter.createdBy) &&
    (filter.expected === undefined || job.policies.expectWithinMs !== undefined)
  );
}

function isOneOf<T>(accepted: readonly T[] | undefined, value: T | null): boolean {
  return accepted === undefined || accepted.length === 0 || (value !== null && accepted.includes(value));
}

function hasTags({ tags }: ListedJob, { tags: any = [], tagsAll = [] }: JobFilter): boolean {
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

/** The key that a list is sorted by. Null comes last. */
export type JobSortKey = number | string | null;

const SORT_KEY: Readonly<Record<JobSortField, (job: ListedJob) => JobSortKey>> = {
  createdAt: (job) => job.createdAt.getTime(),
  nextRunAt: (job) => job.nextRunAt?.getTime() ?? null,
  name: (job) => job.name,
  priority: (job) => job.policies.priority,
};

export function jobSortKey(job: ListedJob, sortBy: JobSortField): JobSortKey {
  return SORT_KEY[sortBy](job);
}

export interface SortableJob {
  readonly id: string;
  readonly key: JobSortKey;
}

/** Orders jobs by their keys. Jobs without a key come last, in either order; equal ones are ordered by id. */
export function jobOrder(sortOrder: ListJobs['sortOrder']): (a: SortableJob, b: SortableJob) => number {
  const direction = sortOrder === 'asc' ? 1 : -1;
  return (a, b) => {
    if (a.key === b.key) return a.id < b.id ? -1 : 1;
    if (a.key === null) return 1;
    if (b.key === null) return -1;
    return a.key < b.key ? -direction : direction;
  };
}
