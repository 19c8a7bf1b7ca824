import {
  type CancelJob,
  cancelAsked,
  type CancelledJob,
  type EventRecord,
  executionCancelled,
} from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import type { Row } from '../database/results.js';
import { appendEvents } from '../event-log/append.js';
import { toTenant } from '../rows/values.js';
import { raw, type Sql, sql } from '../sql/sql.js';
import { addSkipped, writeNextRevision } from './save-job.js';

export async function cancelJob(database: Database, request: CancelJob): Promise<CancelledJob> {
  const { executions } = database.tables;
  const { skipped = [], cause = null } = request;
  return database.transaction(async (on) => {
    const job = await writeNextRevision(database, request, on);
    const at = await database.recentNow(on);
    const locked = database.logsEvents ? await lockUnfinished(database, job.id, on) : null;
    const only = locked === null ? raw('') : among(database, locked);
    const cancelledExecutions = await database.write(
      sql`UPDATE ${executions} SET status = 'cancelled', reason_code = 'cancelled', reason_message = ${request.reason}, finished_at = ${at} WHERE job_id = ${job.id} AND status IN ('pending', 'running') AND status = 'pending'${only}`,
      on,
    );
    const running = sql`job_id = ${job.id} AND ${raw(database.dialect.runsOfJob('status'))}${only}`;
    await database.write(
      sql`UPDATE ${executions} SET cancel_request = ${request.reason} WHERE ${running}`,
      on,
    );
    const stopping = await database.rows(sql`SELECT id FROM ${executions} WHERE ${running} ORDER BY id`, on);
    await appendEvents(database, on, () => eventsOf(locked ?? [], request, { at: new Date(at), cause }));
    await addSkipped(database, { skipped, cause }, on);
    return { job, cancelledExecutions, stopping: stopping.map((row) => String(row['id'])) };
  }, request.transaction);
}

/** What waits and runs, in the state in which it is cancelled. */
function lockUnfinished(database: Database, jobId: string, on: Executor): Promise<readonly Row[]> {
  return database.rows(
    sql`SELECT id, tenant, job_id, status FROM ${database.tables.executions} WHERE job_id = ${jobId} AND status IN ('pending', 'running') ORDER BY id ${raw(database.dialect.lock)}`,
    on,
  );
}

function among({ dialect }: Database, rows: readonly Row[]): Sql {
  if (rows.length === 0) return raw(' AND 1 = 0');
  return sql` AND ${dialect.isAnyOf(
    raw('id'),
    rows.map((row) => String(row['id'])),
  )}`;
}

function eventsOf(
  rows: readonly Row[],
  { reason }: CancelJob,
  context: { readonly at: Date; readonly cause: string | null },
): readonly EventRecord[] {
  return rows.map((row) => {
    const key = { id: String(row['id']), jobId: String(row['job_id']), tenant: toTenant(row['tenant']) };
    return row['status'] === 'running'
      ? cancelAsked(key, reason, context)
      : executionCancelled(key, reason, context);
  });
}
