import { executionStatuses } from '@scheduler/contracts';
import type { PruneExecutions } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import { appendDeleted } from '../event-log/deleted.js';
import { list, raw, type Sql, sql } from '../sql/sql.js';

/**
 * Deletes up to `limit` ended executions with their logs: those that are too old, otherwise those beyond the number to keep. Those of workflows
 * are deleted with their runs.
 */
export async function pruneExecutions(database: Database, request: PruneExecutions): Promise<number> {
  const statuses = request.statuses.filter((status) => executionStatuses.isFinal(status));
  if (statuses.length === 0 || request.limit <= 0) return 0;
  const letters = raw(`dead_letter_queue IS ${request.deadLettered ? 'NOT NULL' : 'NULL'}`);
  const kind = sql`in_workflow = 0 AND finished_at IS NOT NULL AND status IN ${list(statuses)} AND ${letters}`;
  const { executions, logs } = database.tables;
  return database.transaction(async (on) => {
    const ids = await idsToPrune(database, request, { kind, on });
    if (ids.length === 0) return 0;
    await appendDeleted(database, on, { ids, cause: request.cause });
    await database.write(sql`DELETE FROM ${logs} WHERE execution_id IN ${list(ids)}`, on);
    return database.write(sql`DELETE FROM ${executions} WHERE id IN ${list(ids)}`, on);
  });
}

async function idsToPrune(
  database: Database,
  { finishedBefore, keep, limit }: PruneExecutions,
  { kind, on }: { readonly kind: Sql; readonly on: Executor },
): Promise<readonly string[]> {
  const find = async (rest: Sql) => {
    const rows = await database.rows(
      sql`SELECT id FROM ${database.tables.executions} WHERE ${kind} ${rest} ${raw(database.dialect.skipLocked)}`,
      on,
    );
    return rows.map((row) => String(row['id']));
  };
  const most = raw(String(limit));
  const old = await find(
    sql`AND finished_at < ${finishedBefore.getTime()} ORDER BY finished_at LIMIT ${most}`,
  );
  if (keep === null || old.length > 0) return old;
  return find(sql`ORDER BY finished_at DESC, id DESC LIMIT ${most} OFFSET ${raw(String(keep))}`);
}
