import {
  executionStatuses,
  type FailurePattern,
  type HourCount,
  type LastExecution,
} from '@scheduler/contracts';
import {
  failurePatternsOf,
  type JobRunStatistics,
  type JobRunStatisticsRequest,
} from '@scheduler/contracts/adapter';
import type { Database } from '../../database/database.js';
import type { Row } from '../../database/results.js';
import { readableError } from '../../rows/error-json.js';
import { toDate, toDateOrNull, toNumberOrNull } from '../../rows/values.js';
import { raw, type Sql, sql } from '../../sql/sql.js';
import { inScope } from '../shared/in-scope.js';
import { countsOf, durationsOf, tally } from './tally.js';

const HOUR = 3_600_000;
const MAX_HOURS = 5;

export async function jobRunStatistics(
  database: Database,
  request: JobRunStatisticsRequest,
): Promise<JobRunStatistics> {
  const latest = latestOf(database, request, request.latest);
  const [counted = {}] = await database.rows(tally(latest));
  const [last] = await database.rows(latestOf(database, request, 1));
  return {
    counts: countsOf(counted),
    durations: durationsOf(counted),
    failures: await failures(database, latest),
    busiestHours: await busiestHours(database, latest),
    last: last === undefined ? null : lastOf(last),
  };
}

/** A SELECT of the latest executions of a job. */
function latestOf(
  { dialect, tables }: Database,
  { jobId, tenant }: JobRunStatisticsRequest,
  count: number,
): Sql {
  return sql`SELECT e.id, e.status, e.scheduled_at, e.started_at, e.finished_at, e.duration_ms, e.error FROM ${tables.executions} e WHERE e.job_id = ${jobId} AND e.status <> 'pending' AND ${inScope(tenant, 'e')} ORDER BY ${raw(dialect.beganAt('e'))} DESC, e.id DESC LIMIT ${raw(String(count))}`;
}

/** The errors of at most `latest` executions are read and grouped here, because databases disagree about JSON and corrupt texts. */
async function failures(database: Database, latest: Sql): Promise<readonly FailurePattern[]> {
  const rows = await database.rows(
    sql`SELECT status, finished_at, error FROM (${latest}) latest WHERE status IN ('failed', 'timeout')`,
  );
  return failurePatternsOf(
    rows.map((row) => ({
      status: row['status'] as 'failed' | 'timeout',
      finishedAt: toDateOrNull(row['finished_at']),
      error: readableError(row['error']),
    })),
  );
}

async function busiestHours(database: Database, latest: Sql): Promise<readonly HourCount[]> {
  const startOfHour = raw(`(started_at - started_at % ${HOUR}) % ${24 * HOUR}`);
  const rows = await database.rows(
    sql`SELECT hour_ms, COUNT(*) AS total FROM (SELECT ${startOfHour} AS hour_ms FROM (${latest}) latest WHERE started_at IS NOT NULL) started GROUP BY hour_ms ORDER BY total DESC, hour_ms LIMIT ${raw(String(MAX_HOURS))}`,
  );
  return rows.map((row) => ({ hour: Number(row['hour_ms']) / HOUR, count: Number(row['total']) }));
}

function lastOf(row: Row): LastExecution {
  const status = String(row['status']);
  return {
    id: String(row['id']),
    // An execution with an unknown status is shown as failed, as everywhere.
    status: executionStatuses.has(status) ? status : 'failed',
    scheduledAt: toDate(row['scheduled_at']),
    startedAt: toDateOrNull(row['started_at']),
    finishedAt: toDateOrNull(row['finished_at']),
    durationMs: toNumberOrNull(row['duration_ms']),
  };
}
