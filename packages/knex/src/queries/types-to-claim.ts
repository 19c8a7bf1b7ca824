import type { Database } from '../database/database.js';
import { PRIORITIES } from '../dialects/union-candidates.js';
import { list, raw, type Sql, sql } from '../sql/sql.js';

/** A type and a priority of which something waits. */
export interface TypeAndPriority {
  readonly type: string;
  readonly priority: number;
}

/** More than that are left for the next claim, so that the statement stays short. The most urgent come first, then those that wait longest. */
const MOST_PAIRS = 100;

export interface TypesRequest {
  readonly queue: string;
  readonly exceptTypes: readonly string[];
  readonly moreUrgentThan?: number | undefined;
}

/**
 * The types that wait in a queue, without the excepted ones, and their priorities. It reads a few index entries for each type, however many
 * executions wait.
 */
export async function typesToClaim(
  database: Database,
  { queue, exceptTypes, moreUrgentThan = PRIORITIES.length }: TypesRequest,
): Promise<readonly TypeAndPriority[]> {
  if (moreUrgentThan <= 0) return [];
  const first = firstOfType(database, queue);
  const rows = await database.rows(
    sql`WITH RECURSIVE ${typesOf(database, queue)}, firsts AS (SELECT types.type, p.priority, (${first}) AS at FROM types CROSS JOIN (${priorities(moreUrgentThan)}) p WHERE ${isWanted(exceptTypes)})
      SELECT type, priority FROM firsts WHERE at <= ${database.now} ORDER BY priority, at LIMIT ${raw(String(MOST_PAIRS))}`,
  );
  return rows.map((row) => ({ type: String(row['type']), priority: Number(row['priority']) }));
}

/** When the first execution of a queue is available whose type is not excepted, of those after an instant. Null: there is none. */
export async function nextOfTypes(
  database: Database,
  { queue, exceptTypes, after }: TypesRequest & { readonly after?: Date | undefined },
): Promise<number | null> {
  const later = after === undefined ? raw('') : sql` AND e.available_at > ${after.getTime()}`;
  const first = firstOfType(database, queue, later);
  const [row] = await database.rows(
    sql`WITH RECURSIVE ${typesOf(database, queue)} SELECT MIN(at) AS next FROM (SELECT (${first}) AS at FROM types CROSS JOIN (${priorities(PRIORITIES.length)}) p WHERE ${isWanted(exceptTypes)}) firsts`,
  );
  const next = row?.['next'] ?? null;
  return next === null ? null : Number(next);
}

/** A recursive query that jumps from each type to the next one in the index. Its last row is null. */
function typesOf(database: Database, queue: string): Sql {
  const next = (after: Sql) =>
    sql`SELECT MIN(e.type) FROM ${waiting(database)} WHERE ${raw(database.dialect.waitsByType('e.status'))} AND e.queue = ${queue}${after}`;
  return sql`types (type) AS (SELECT (${next(raw(''))}) UNION ALL SELECT (${next(raw(' AND e.type > types.type'))}) FROM types WHERE types.type IS NOT NULL)`;
}

function isWanted(exceptTypes: readonly string[]): Sql {
  return sql`types.type IS NOT NULL AND types.type NOT IN ${list(exceptTypes)}`;
}

function firstOfType(database: Database, queue: string, where: Sql = raw('')): Sql {
  return sql`SELECT MIN(e.available_at) FROM ${waiting(database)} WHERE ${raw(database.dialect.waitsByType('e.status'))} AND e.queue = ${queue} AND e.type = types.type AND e.priority = p.priority${where}`;
}

function waiting({ dialect, tables }: Database): Sql {
  return sql`${tables.executions} e ${raw(dialect.byIndex(`${tables.prefix}executions_types`))}`;
}

function priorities(before: number): Sql {
  const rows = PRIORITIES.filter((priority) => priority < before).map((one) => `SELECT ${one} AS priority`);
  return raw(rows.join(' UNION ALL '));
}
