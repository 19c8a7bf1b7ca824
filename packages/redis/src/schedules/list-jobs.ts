import { type JobStatus, jobStatuses, type Page, type ScheduledJob } from '@scheduler/contracts';
import {
  jobOrder,
  jobSortKey,
  type ListJobs,
  matchesJobFilter,
  type SortableJob,
} from '@scheduler/contracts/adapter';
import { pipelined } from '../database/pipelined.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { isInScope } from '../database/scope.js';
import { allJobs, expectedJobs, jobsWaitingFor, jobsWith, ownerKey, scopeKey } from '../jobs/job-keys.js';
import { readListed } from './listed-jobs.js';
import { readJobs } from './read-jobs.js';

/** Filters the jobs of the narrowest index, and reads those of the page. */
export async function listJobs(database: RedisDatabase, request: ListJobs): Promise<Page<ScheduledJob>> {
  const { limit, offset } = request;
  const candidates = await candidatesOf(database, request);
  const matching = isCovered(request) ? candidates : await matchingOf(database, request, candidates);
  const page = [...matching].sort(jobOrder(request.sortOrder)).slice(offset, offset + limit);
  const items = await readJobs(
    database,
    page.map(({ id }) => id),
  );
  return { items, total: matching.length, totalIsExact: true, limit, offset };
}

/** The filters that the indexes and the instants in them cover, so that no job has to be read for them. */
const COVERED_BY_INDEXES: ReadonlySet<string> = new Set<keyof ListJobs>([
  'statuses',
  'owners',
  'createdAfter',
  'createdBefore',
  'tenant',
  'sortBy',
  'sortOrder',
  'limit',
  'offset',
]);

function isCovered(request: ListJobs): boolean {
  const needsJob = ([key, value]: [string, unknown]) =>
    value !== undefined && !(Array.isArray(value) && value.length === 0) && !COVERED_BY_INDEXES.has(key);
  return request.sortBy === 'createdAt' && !Object.entries(request).some(needsJob);
}

/** The ids in the narrowest indexes, with the instants of their creation. */
async function candidatesOf(
  { redis, base }: RedisDatabase,
  request: ListJobs,
): Promise<readonly SortableJob[]> {
  const [from, to] = [request.createdAfter?.getTime() ?? '-inf', request.createdBefore?.getTime() ?? '+inf'];
  const keys = indexesOf(request).map((index) => `${base}${index}`);
  const answers = await pipelined<string, string[]>(redis, keys, (pipeline, key) =>
    pipeline.zrangebyscore(key, from, to, 'WITHSCORES'),
  );
  const created = new Map<string, number>();
  for (const found of answers)
    for (let at = 0; at < found.length; at += 2) created.set(found[at] ?? '', Number(found[at + 1]));
  return [...created].map(([id, key]) => ({ id, key }));
}

function indexesOf({
  events = [],
  statuses = [],
  owners = [],
  tenant,
  expected,
}: ListJobs): readonly string[] {
  if (events.length > 0) return events.map(jobsWaitingFor);
  if (expected !== undefined) return [expectedJobs(scopeKey(tenant))];
  const owned = owners.filter((owner) => isInScope({ tenant: owner }, tenant));
  const scopes = owners.length > 0 ? owned.map(ownerKey) : [scopeKey(tenant)];
  const knownStatuses: readonly JobStatus[] = statuses.filter((status) => jobStatuses.has(status));
  if (statuses.length === 0) return scopes.map(allJobs);
  return knownStatuses.flatMap((status) => scopes.map((scope) => jobsWith(status, scope)));
}

async function matchingOf(
  database: RedisDatabase,
  request: ListJobs,
  candidates: readonly SortableJob[],
): Promise<readonly SortableJob[]> {
  const matching: SortableJob[] = [];
  const ids = candidates.map(({ id }) => id);
  for await (const listed of readListed(database, ids, request))
    for (const { id, job } of listed)
      if (isInScope(job, request.tenant) && matchesJobFilter(job, request))
        matching.push({ id, key: jobSortKey(job, request.sortBy) });
  return matching;
}
