import {
  bucketAfter,
  type EndedPoint,
  type EndedSeries,
  type EndedSeriesRequest,
  sortedPoints,
} from '@scheduler/contracts/adapter';
import type { Database } from '../../database/database.js';
import type { Row } from '../../database/results.js';
import { toNumberOrNull } from '../../rows/values.js';
import { list, raw, type Sql, sql } from '../../sql/sql.js';
import { countsOf, durationsOf } from './tally.js';
import { endedOf, runningOf, wholeSince } from './series-sources.js';
import { tallyOfBuckets } from './tally-of-buckets.js';

/** What ended in each bucket of a range. Percentiles are computed by the database; one row is read for each bucket and group. */
export async function endedSeries(database: Database, request: EndedSeriesRequest): Promise<EndedSeries> {
  const since = await countedSince(database, request);
  if (since >= request.until) return { since: request.until, points: [] };
  const counted = { ...request, since };
  const group = await groupColumn(database, counted);
  const ended = await database.rows(tallyOfBuckets(endedOf(database, counted), group, request.bucketMs));
  const started = await database.rows(starts(database, counted, group));
  return { since, points: pointsOf(ended, started) };
}

async function countedSince(database: Database, request: EndedSeriesRequest): Promise<Date> {
  const [row] = await database.rows(wholeSince(database, request));
  const cutMs = toNumberOrNull(row?.['at_ms']);
  if (cutMs === null) return request.since;
  const whole = bucketAfter(new Date(cutMs), request.bucketMs);
  return whole > request.since ? whole : request.since;
}

/** The name of the group of an execution. Empty: the group null. */
async function groupColumn(database: Database, request: EndedSeriesRequest): Promise<Sql> {
  const { by, mostGroups } = request;
  if (by === null) return sql`''`;
  const names = await database.rows(
    sql`SELECT ${raw(by)} AS name, COUNT(*) AS total FROM (${endedOf(database, request)}) ended GROUP BY ${raw(by)} ORDER BY total DESC, name LIMIT ${raw(String(mostGroups))}`,
  );
  if (names.length === 0) return sql`''`;
  const busiest = list(names.map((row) => String(row['name'])));
  return sql`CASE WHEN ${raw(by)} IN ${busiest} THEN ${raw(by)} ELSE '' END`;
}

/** How many of the executions that ended, and of those that run, started in each bucket. */
function starts(database: Database, request: EndedSeriesRequest, group: Sql): Sql {
  const { since, until, bucketMs, by } = request;
  const bucket = raw(`started_at - started_at % ${bucketMs}`);
  const columns = sql`SELECT ${bucket} AS at_ms, ${group} AS group_name`;
  const within = sql`started_at >= ${since.getTime()} AND started_at < ${until.getTime()}`;
  const ended = sql`${columns} FROM (${endedOf(database, request)}) ended WHERE ${within}`;
  const running = sql`${columns} FROM (${runningOf(database, request)}) running WHERE ${within}`;
  const both = by === 'status' ? ended : sql`${ended} UNION ALL ${running}`;
  return sql`SELECT at_ms, group_name, COUNT(*) AS started FROM (${both}) begun GROUP BY at_ms, group_name`;
}

function pointsOf(ended: readonly Row[], started: readonly Row[]): readonly EndedPoint[] {
  const points = new Map<string, EndedPoint>();
  for (const row of ended) points.set(keyOf(row), pointOf(row, 0));
  for (const row of started) {
    const known = points.get(keyOf(row)) ?? pointOf(row, 0);
    points.set(keyOf(row), { ...known, started: Number(row['started']) });
  }
  return sortedPoints([...points.values()]);
}

function keyOf(row: Row): string {
  return `${String(row['at_ms'])} ${String(row['group_name'])}`;
}

function pointOf(row: Row, started: number): EndedPoint {
  const waits = Number(row['waits'] ?? 0);
  const group = String(row['group_name']);
  return {
    at: new Date(Number(row['at_ms'])),
    group: group === '' ? null : group,
    started,
    counts: countsOf(row),
    durations: durationsOf(row),
    waits: {
      averageMs: waits === 0 ? null : Number(row['waited_ms']) / waits,
      longestMs: toNumberOrNull(row['longest_wait_ms']),
    },
  };
}
