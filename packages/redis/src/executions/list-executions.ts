import { type Execution, executionStatuses, type ListPosition, type Page } from '@scheduler/contracts';
import type { ListExecutions } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { type SortableExecution, findMatching } from './find-matching.js';
import { readAfter } from './read-after.js';
import { readExecutions } from './read-executions.js';

/** Lists a page of executions. Filters that an index covers read only the page; others read all executions of the narrowest index. */
export async function listExecutions(
  database: RedisDatabase,
  request: ListExecutions,
): Promise<Page<Execution>> {
  const { limit, offset, after } = request;
  if (after !== undefined && isIndexed(request)) return pageAfter(database, { ...request, after });
  const { total, page } = isIndexed(request)
    ? await pageOfIndexes(database, request)
    : pageOf(await findMatching(database, { ...request, indexes: indexesOf(request) }), request);
  const items = await readExecutions(
    database,
    page.map(({ id }) => id),
  );
  return { items, total, totalIsExact: true, limit, offset };
}

/** Reads no more than the page, wherever it begins. */
async function pageAfter(
  database: RedisDatabase,
  request: ListExecutions & { readonly after: ListPosition },
): Promise<Page<Execution>> {
  const { limit, offset } = request;
  const indexes = indexesOf(request);
  const found = await readAfter(database, { ...request, indexes, most: offset + limit });
  const items = await readExecutions(
    database,
    pageOf(found, request).page.map(({ id }) => id),
  );
  return { items, total: offset + items.length, totalIsExact: items.length < limit, limit, offset };
}

function isIndexed({ jobId, tenant, statuses = [], ...filter }: ListExecutions): boolean {
  const { types = [], queues = [], errorClasses = [], deadLettered } = filter;
  if (types.length > 0 || queues.length > 0 || errorClasses.length > 0) return false;
  if (deadLettered !== undefined) return false;
  const filters = [jobId !== undefined, tenant !== null, statuses.length > 0];
  return filters.filter(Boolean).length <= 1;
}

/** The narrowest indexes that contain everything that can match. */
function indexesOf({ jobId, tenant, statuses = [] }: ListExecutions): readonly string[] {
  if (jobId !== undefined) return [`je:${jobId}`];
  if (tenant !== null) return [`t:${tenant}`];
  const named = statuses.length > 0 ? [...new Set(statuses)] : executionStatuses.statuses;
  return named.map((status) => `s:${status}`);
}

async function pageOfIndexes(database: RedisDatabase, request: ListExecutions) {
  const { since, until, limit, offset, sortOrder } = request;
  const [from, to] = [since?.getTime() ?? '-inf', until?.getTime() ?? '+inf'];
  const found: SortableExecution[] = [];
  let total = 0;
  for (const index of indexesOf(request)) {
    const key = database.key(index);
    total += await database.redis.zcount(key, from, to);
    const list =
      sortOrder === 'asc'
        ? await database.redis.zrangebyscore(key, from, to, 'WITHSCORES', 'LIMIT', 0, offset + limit)
        : await database.redis.zrevrangebyscore(key, to, from, 'WITHSCORES', 'LIMIT', 0, offset + limit);
    for (let at = 0; at + 1 < list.length; at += 2)
      found.push({ id: list[at] ?? '', began: Number(list[at + 1]) });
  }
  return { total, page: pageOf(found, request).page };
}

function pageOf(found: readonly SortableExecution[], { sortOrder, offset, limit }: ListExecutions) {
  const direction = sortOrder === 'asc' ? 1 : -1;
  const sorted = [...found].sort((a, b) => direction * (a.began - b.began || (a.id < b.id ? -1 : 1)));
  return { total: found.length, page: sorted.slice(offset, offset + limit) };
}
