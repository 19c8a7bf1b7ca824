import type { Leader } from '@scheduler/contracts';
import type { LeadershipTerms } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { raw, sql } from '../sql/sql.js';

const NAME = 'leader';

/** The current leader, and the time of the database. */
export interface LeaderRow {
  readonly leader: Leader | null;
  readonly nowMs: number;
}

export async function readLeader(database: Database): Promise<LeaderRow> {
  const [row] = await database.rows(
    sql`SELECT t.now, l.holder, l.epoch, l.until_at FROM (SELECT ${database.now} AS now) t LEFT JOIN ${database.tables.locks} l ON l.name = ${NAME}`,
  );
  const nowMs = Number(row?.['now']);
  const holder = row?.['holder'] ?? null;
  const until = Number(row?.['until_at'] ?? 0);
  if (holder === null || until <= nowMs) return { leader: null, nowMs };
  return { leader: { node: String(holder), epoch: Number(row?.['epoch']), until: new Date(until) }, nowMs };
}

/** Takes leadership if it is free, or extends it if the node has it. The epoch grows with each change of leader. */
export async function takeLeadership(database: Database, { node, ttlMs }: LeadershipTerms): Promise<void> {
  const { tables, now, dialect } = database;
  const until = sql`${now} + ${raw(String(Math.round(ttlMs)))}`;
  const extended = await database.write(
    sql`UPDATE ${tables.locks} SET until_at = ${until} WHERE name = ${NAME} AND holder = ${node} AND until_at > ${now}`,
  );
  if (extended > 0) return;
  const taken = await database.write(
    sql`UPDATE ${tables.locks} SET holder = ${node}, epoch = epoch + 1, until_at = ${until} WHERE name = ${NAME} AND (holder IS NULL OR until_at <= ${now})`,
  );
  if (taken > 0) return;
  try {
    await database.write(
      sql`INSERT INTO ${tables.locks} (name, holder, epoch, until_at) SELECT ${dialect.typed(NAME, 'text')}, ${dialect.typed(node, 'text')}, 1, ${until} WHERE NOT EXISTS (SELECT 1 FROM ${tables.locks} l WHERE l.name = ${NAME})`,
    );
  } catch (error) {
    // Another node has inserted the row first.
    if (database.duplicate(error) === null) throw error;
  }
}

export async function releaseLeadership(database: Database, node: string): Promise<void> {
  await database.write(
    sql`UPDATE ${database.tables.locks} SET holder = NULL WHERE name = ${NAME} AND holder = ${node}`,
  );
}
