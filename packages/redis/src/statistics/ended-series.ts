import { executionStatuses, jobType } from '@scheduler/contracts';
import {
  bucketAfter,
  type EndedSeries,
  endedSeriesOf,
  type EndedSeriesRequest,
  type SeriesExecution,
} from '@scheduler/contracts/adapter';
import { type FieldValues, readHashes } from '../database/read-hashes.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { isInScope } from '../database/scope.js';
import { ENDED_INDEXES } from './ended-indexes.js';

const FIELDS = ['tenant', 'job', 'status', 'queue', 'type', 'avail', 'started', 'finished', 'dur'] as const;

/** Redis cannot aggregate, so that a few fields of each execution are read, in chunks. `mostRead` bounds each of its indexes. */
export async function endedSeries(
  database: RedisDatabase,
  request: EndedSeriesRequest,
): Promise<EndedSeries> {
  const { jobId, until } = request;
  const { since, ids } = await (jobId === null
    ? endedIn(database, request)
    : latestOf(database, request, jobId));
  if (since >= until) return { since: until, points: [] };
  const running = await database.redis.zrange(database.key('leases'), '0', '-1');
  const executions: SeriesExecution[] = [];
  for await (const execution of read(database, new Set([...ids, ...running]), request))
    executions.push(execution);
  return { since, points: endedSeriesOf(executions, { ...request, since }) };
}

interface Chosen {
  readonly since: Date;
  readonly ids: readonly string[];
}

async function endedIn(database: RedisDatabase, request: EndedSeriesRequest): Promise<Chosen> {
  const { mostRead, bucketMs } = request;
  const [first, last] = [request.since.getTime(), request.until.getTime() - 1];
  let since = request.since;
  for (const [index] of ENDED_INDEXES) {
    const key = database.key(index);
    const [, cut] = await database.redis.zrevrangebyscore(
      key,
      last,
      first,
      'WITHSCORES',
      'LIMIT',
      mostRead,
      1,
    );
    if (cut !== undefined) since = later(since, bucketAfter(new Date(Number(cut)), bucketMs));
  }
  const found = await Promise.all(
    ENDED_INDEXES.map(([index]) => database.redis.zrangebyscore(database.key(index), since.getTime(), last)),
  );
  return { since, ids: found.flat() };
}

async function latestOf(
  database: RedisDatabase,
  request: EndedSeriesRequest,
  jobId: string,
): Promise<Chosen> {
  const { mostRead, bucketMs, since } = request;
  const key = database.key(`je:${jobId}`);
  // One more tells where the executions begin that are left out. What waits is in the index too, and counts as read.
  const found = await database.redis.zrevrange(key, 0, mostRead, 'WITHSCORES');
  const ids = found.filter((_, place) => place % 2 === 0);
  if (ids.length <= mostRead) return { since, ids };
  const whole = bucketAfter(new Date(Number(found.at(-1))), bucketMs);
  return { since: later(since, whole), ids: ids.slice(0, mostRead) };
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}

async function* read(
  database: RedisDatabase,
  ids: ReadonlySet<string>,
  { tenant, jobId }: EndedSeriesRequest,
): AsyncGenerator<SeriesExecution> {
  const names = [...ids].map((id) => `x:${id}`);
  for await (const values of readHashes(database, names, FIELDS)) {
    const [owner = null, job] = values;
    if (!isInScope({ tenant: owner }, tenant) || (jobId !== null && job !== jobId)) continue;
    const execution = executionOf(values);
    if (execution !== null) yield execution;
  }
}

function executionOf(values: FieldValues): SeriesExecution | null {
  const [, , status, queue, type, avail, started = null, finished = null, duration = null] = values;
  if (typeof status !== 'string' || !executionStatuses.has(status) || typeof type !== 'string') return null;
  if (typeof queue !== 'string') return null;
  return {
    status,
    queue,
    type: jobType(type),
    availableAt: new Date(Number(avail)),
    startedAt: dateOf(started),
    finishedAt: dateOf(finished),
    durationMs: duration === null ? null : Number(duration),
  };
}

function dateOf(milliseconds: string | null): Date | null {
  return milliseconds === null ? null : new Date(Number(milliseconds));
}
