import type { NextAvailable } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { PRIORITIES } from '../dialects/union-candidates.js';
import { join, raw, sql } from '../sql/sql.js';

/** Reads only the first index entry of each queue and priority, however many executions wait. */
export async function nextAvailableAt(
  database: Database,
  { queues, after }: NextAvailable,
): Promise<Date | null> {
  if (queues.length === 0) return null;
  const later = after === undefined ? raw('') : sql` AND available_at > ${after.getTime()}`;
  const heads = queues.flatMap((queue) =>
    PRIORITIES.map(
      (priority) =>
        sql`SELECT MIN(available_at) AS at FROM ${database.tables.executions} WHERE status = 'pending' AND queue = ${queue} AND priority = ${raw(String(priority))}${later}`,
    ),
  );
  const [row] = await database.rows(
    sql`SELECT MIN(at) AS next FROM (${join(heads, ' UNION ALL ')}) heads`.recurring(),
  );
  const next = row?.['next'] ?? null;
  return next === null ? null : new Date(Number(next));
}
