import { type Execution, rescueExecution, type RescueExecutions } from '@scheduler/contracts';
import type { Database } from '../database/database.js';
import type { Row } from '../database/results.js';
import { executionFromRow } from '../rows/execution-row.js';
import { raw, sql } from '../sql/sql.js';
import { countInJobs } from './count-in-jobs.js';
import { quarantineExecution } from './quarantine.js';
import { writeChanges } from './write-changes.js';

/** A4. Reads without a lock what seems lost; the write tests again that it is, so that a heartbeat in between wins. */
export async function rescue(
  database: Database,
  { graceMs, limit, deadLetterQueue }: RescueExecutions,
): Promise<readonly Execution[]> {
  const isOver = sql`t.lease_until < ${database.now} - ${raw(String(Math.round(graceMs)))}`;
  const rows = await database.rows(
    sql`SELECT t.*, ${database.now} AS now FROM ${database.tables.executions} t WHERE t.status = 'running' AND ${isOver} ORDER BY t.lease_until LIMIT ${raw(String(limit))}`,
  );
  if (rows.length === 0) return [];
  const at = new Date(Number(rows[0]?.['now']));
  const lost = await readAll(database, rows);
  const rescued = lost.map((execution) => rescueExecution(execution, deadLetterQueue, at));
  if (rescued.length === 0) return [];
  return database.transaction(async (on) => {
    const written = await writeChanges(database, rescued, on, isOver);
    const mine = rescued.filter(({ id }) => written.has(id));
    await countInJobs(database, mine, { at, on });
    return mine;
  });
}

async function readAll(database: Database, rows: readonly Row[]): Promise<readonly Execution[]> {
  const executions: Execution[] = [];
  for (const row of rows) {
    try {
      executions.push(executionFromRow(row));
    } catch {
      await quarantineExecution(database, row);
    }
  }
  return executions;
}
