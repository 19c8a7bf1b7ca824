import type { EndedSeriesRequest } from '@scheduler/contracts/adapter';
import type { Database } from '../../database/database.js';
import { raw, type Sql, sql } from '../../sql/sql.js';
import { inScope } from '../shared/in-scope.js';

const COLUMNS = 'e.status, e.queue, e.type, e.available_at, e.started_at, e.finished_at, e.duration_ms';

/** The executions that a series counts as ended. The index of ends begins with one of two values, that of a job with the job. */
export function endedOf(database: Database, request: EndedSeriesRequest): Sql {
  const { tenant, jobId, since, until } = request;
  const { executions } = database.tables;
  const within = (table: string) =>
    sql`${raw(table)}.finished_at >= ${since.getTime()} AND ${raw(table)}.finished_at < ${until.getTime()}`;
  if (jobId === null)
    return sql`SELECT ${raw(COLUMNS)} FROM ${executions} e WHERE e.in_workflow IN (0, 1) AND ${within('e')} AND ${inScope(tenant, 'e')}`;
  return sql`SELECT * FROM (${latestOfJob(database, request, COLUMNS)} LIMIT ${raw(String(request.mostRead))}) latest WHERE ${within('latest')}`;
}

/** The executions that run now, of which there are never more than workers have slots. */
export function runningOf({ tables }: Database, { tenant, jobId }: EndedSeriesRequest): Sql {
  const ofJob = jobId === null ? raw('1 = 1') : sql`e.job_id = ${jobId}`;
  return sql`SELECT ${raw(COLUMNS)} FROM ${tables.executions} e WHERE e.status = 'running' AND ${ofJob} AND ${inScope(tenant, 'e')}`;
}

/** The instant up to which executions are left out, because a series reads no more than `mostRead`. No row or null: all are counted. */
export function wholeSince(database: Database, request: EndedSeriesRequest): Sql {
  const { jobId, since, until, mostRead } = request;
  const next = raw(`LIMIT 1 OFFSET ${mostRead}`);
  if (jobId !== null)
    return sql`${latestOfJob(database, request, `${database.dialect.beganAt('e')} AS at_ms`)} ${next}`;
  const ofKind = (kind: 0 | 1) =>
    sql`SELECT * FROM (SELECT e.finished_at AS at_ms FROM ${database.tables.executions} e WHERE e.in_workflow = ${raw(String(kind))} AND e.finished_at >= ${since.getTime()} AND e.finished_at < ${until.getTime()} ORDER BY e.finished_at DESC ${next}) ${raw(`kind_${kind}`)}`;
  return sql`SELECT MAX(at_ms) AS at_ms FROM (${ofKind(0)} UNION ALL ${ofKind(1)}) kinds`;
}

function latestOfJob(
  { dialect, tables }: Database,
  { tenant, jobId }: EndedSeriesRequest,
  columns: string,
): Sql {
  return sql`SELECT ${raw(columns)} FROM ${tables.executions} e WHERE e.job_id = ${jobId} AND e.status <> 'pending' AND ${inScope(tenant, 'e')} ORDER BY ${raw(dialect.beganAt('e'))} DESC, e.id DESC`;
}
