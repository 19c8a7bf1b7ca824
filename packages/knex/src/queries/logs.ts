import type { ExecutionLog, JsonObject } from '@scheduler/contracts';
import { type AppendLogs, parseJson, type ReadLogs } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { toDate } from '../rows/values.js';
import { Batch, insertInto } from '../dialects/batch.js';
import { list, raw, sql } from '../sql/sql.js';
import { inScope } from './shared/in-scope.js';

const LOG_COLUMNS = {
  execution_id: 'text',
  at: 'int',
  level: 'text',
  message: 'text',
  context: 'text',
} as const;

/** Appends log lines of the owner. False: it has lost its lease, and nothing was written. */
export async function appendLogs(
  database: Database,
  { executionId, fence, lines }: AppendLogs,
): Promise<boolean> {
  const { dialect, tables } = database;
  return database.transaction(async (on) => {
    const lock = raw(dialect.lock);
    const held = await database.rows(
      sql`SELECT id FROM ${tables.executions} WHERE id = ${executionId} AND fence = ${fence} AND status = 'running' ${lock}`,
      on,
    );
    if (held.length === 0) return false;
    if (lines.length === 0) return true;
    const rows = lines.map((line) => ({
      execution_id: executionId,
      at: line.at.getTime(),
      level: line.level,
      message: line.message,
      context: JSON.stringify(line.context),
    }));
    await database.write(insertInto(tables.logs, new Batch(LOG_COLUMNS, rows, ['message']), dialect), on);
    return true;
  });
}

export async function readLogs(
  database: Database,
  { executionIds, tenant }: ReadLogs,
): Promise<readonly ExecutionLog[]> {
  if (executionIds.length === 0) return [];
  const { executions, logs } = database.tables;
  const rows = await database.rows(
    sql`SELECT l.execution_id, l.at, l.level, l.message, l.context FROM ${logs} l JOIN ${executions} e ON e.id = l.execution_id WHERE l.execution_id IN ${list(executionIds)} AND ${inScope(tenant, 'e')} ORDER BY l.at, l.id`,
  );
  return rows.map((row) => ({
    executionId: String(row['execution_id']),
    at: toDate(row['at']),
    level: String(row['level']) as ExecutionLog['level'],
    message: String(row['message']),
    context: contextOf(row['context']),
  }));
}

/** A line whose context is corrupt is returned without it. */
function contextOf(value: unknown): JsonObject {
  try {
    return parseJson(value) as JsonObject;
  } catch {
    return { corrupt: true };
  }
}
