import type { NextAvailable } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { PRIORITIES } from '../dialects/union-candidates.js';
import { join, raw, sql } from '../sql/sql.js';
import { nextOfTypes } from './types-to-claim.js';

/** Reads only the first index entry of each queue and priority, however many executions wait. */
export async function nextAvailableAt(
  database: Database,
  { queues, after, exceptTypes = [] }: NextAvailable,
): Promise<Date | null> {
  if (queues.length === 0) return null;
  if (exceptTypes.length > 0) return nextOfQueues(database, queues, { exceptTypes, after });
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

async function nextOfQueues(
  database: Database,
  queues: readonly string[],
  { exceptTypes, after }: { readonly exceptTypes: readonly string[]; readonly after: Date | undefined },
): Promise<Date | null> {
  const instants: number[] = [];
  for (const queue of queues) {
    const next = await nextOfTypes(database, { queue, exceptTypes, after });
    if (next !== null) instants.push(next);
  }
  return instants.length === 0 ? null : new Date(Math.min(...instants));
}
