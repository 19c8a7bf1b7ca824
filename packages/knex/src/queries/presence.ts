import type { ClusterLife, NodeBeat } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { raw, type Sql, sql } from '../sql/sql.js';

/** The row that says until when the cluster lives, among the locks. */
const CLUSTER = 'cluster';
const NODE = 'node:';

/** Says that a node is alive, and founds the cluster where none lives: a conditional write, which one of several wins. */
export async function beat(database: Database, { node, ttlMs, isMember }: NodeBeat): Promise<ClusterLife> {
  const until = untilOf(database, ttlMs);
  const row = { name: `${NODE}${node}`, holder: node };
  if (!(await extend(database, row.name, until))) await insert(database, row, until);
  const founded = !isMember && (await found(database, node, until));
  if (isMember && !(await extend(database, CLUSTER, until)))
    await insert(database, { name: CLUSTER, holder: node }, until);
  const [cluster] = await database.rows(
    sql`SELECT until_at FROM ${database.tables.locks} WHERE name = ${CLUSTER}`,
  );
  return { founded, until: new Date(Number(cluster?.['until_at'] ?? 0)) };
}

/** Ends the cluster in one statement unless another node is alive, so that no node can join in between. */
export async function leave(database: Database, { node, ttlMs, isMember }: NodeBeat): Promise<void> {
  const { tables, now } = database;
  const nodes = sql`name LIKE ${`${NODE}%`}`;
  await database.write(
    sql`DELETE FROM ${tables.locks} WHERE ${nodes} AND (name = ${NODE + node} OR until_at <= ${now})`,
  );
  if (!isMember) return;
  // A table of its own with a limit: MySQL refuses to read in a subquery what the statement changes.
  const alive = sql`SELECT 1 FROM (SELECT name FROM ${tables.locks} WHERE ${nodes} AND until_at > ${now} LIMIT 1) alive`;
  const ended = await database.write(
    sql`UPDATE ${tables.locks} SET until_at = 0 WHERE name = ${CLUSTER} AND NOT EXISTS (${alive})`,
  );
  if (ended === 0) await extend(database, CLUSTER, untilOf(database, ttlMs));
}

function untilOf({ now }: Database, ttlMs: number): Sql {
  return sql`${now} + ${raw(String(Math.round(ttlMs)))}`;
}

async function extend(database: Database, name: string, until: Sql): Promise<boolean> {
  const { tables } = database;
  return (await database.write(sql`UPDATE ${tables.locks} SET until_at = ${until} WHERE name = ${name}`)) > 0;
}

async function found(database: Database, node: string, until: Sql): Promise<boolean> {
  const { tables, now } = database;
  const taken = await database.write(
    sql`UPDATE ${tables.locks} SET holder = ${node}, epoch = epoch + 1, until_at = ${until} WHERE name = ${CLUSTER} AND until_at <= ${now}`,
  );
  return taken > 0 || insert(database, { name: CLUSTER, holder: node }, until);
}

/** False: the row is there already. */
async function insert(
  database: Database,
  { name, holder }: { readonly name: string; readonly holder: string },
  until: Sql,
): Promise<boolean> {
  const { tables, dialect } = database;
  const values = sql`${dialect.typed(name, 'text')}, ${dialect.typed(holder, 'text')}, 1, ${until}`;
  try {
    const written = await database.write(
      sql`INSERT INTO ${tables.locks} (name, holder, epoch, until_at) SELECT ${values} WHERE NOT EXISTS (SELECT 1 FROM ${tables.locks} l WHERE l.name = ${name})`,
    );
    return written > 0;
  } catch (error) {
    // Another node has inserted the row first.
    if (database.duplicate(error) === null) throw error;
    return false;
  }
}
