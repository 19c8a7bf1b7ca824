import type { LeaseTerms } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import type { Row } from '../database/results.js';
import { appendClaimed, claimAndAppend, claimStatement } from '../event-log/claimed.js';
import { CLAIMED_COLUMNS } from '../rows/claimed-row.js';
import { list, raw, type Sql, sql } from '../sql/sql.js';

const MAX_RACES = 5;

/** Null: there were candidates, but other nodes claimed them first. */
type Taken = readonly Row[] | null;

/** Takes leases on candidates. If it loses a race, by a lock or by the unique index for exclusive executions, it tries again. */
export async function takeLeases(
  database: Database,
  candidates: Sql,
  terms: LeaseTerms,
): Promise<readonly Row[]> {
  for (let races = 0; races < MAX_RACES; races += 1) {
    const taken = await tryToTake(database, candidates, terms);
    if (taken !== null) return taken;
  }
  return [];
}

async function tryToTake(database: Database, candidates: Sql, terms: LeaseTerms): Promise<Taken> {
  try {
    return await (database.dialect.returning
      ? inOneStatement(database, candidates, terms)
      : database.transaction((on) => lockAndTake(database, candidates, { ...terms, on })));
  } catch (error) {
    if (database.duplicate(error) === 'exclusive') return null;
    throw error;
  }
}

function inOneStatement(database: Database, candidates: Sql, terms: LeaseTerms): Promise<readonly Row[]> {
  const { dialect, tables } = database;
  const assignments = leased(database, terms);
  if (dialect.writableCte) {
    const update = sql`UPDATE ${tables.executions} AS t SET ${assignments} FROM c WHERE t.id = c.id RETURNING ${claimedColumns('t.')}`;
    const statement = claimStatement(database, {
      candidates: sql`c AS MATERIALIZED (${candidates})`,
      update,
      owner: terms.owner,
    });
    return database.rows(statement.recurring());
  }
  const statement = sql`UPDATE ${tables.executions} SET ${assignments} WHERE id IN (${candidates}) RETURNING ${claimedColumns('')}`;
  const { owner } = terms;
  return claimAndAppend(database, { owner, claim: (on) => database.rows(statement.recurring(), on) });
}

/** For databases without RETURNING: locks the candidates that no one else has locked, updates them, and reads them. */
export async function lockAndTake(
  database: Database,
  candidates: Sql,
  { on, ...terms }: LeaseTerms & { readonly on: Executor },
): Promise<Taken> {
  const { dialect, tables } = database;
  const wanted = await idsOf(database, candidates, on);
  if (wanted.length === 0) return [];
  const locked = await idsOf(
    database,
    sql`SELECT id FROM ${tables.executions} ${raw(dialect.byPrimaryKey)} WHERE id IN ${list(wanted)} AND status = 'pending' ORDER BY id ${raw(dialect.skipLocked)}`,
    on,
  );
  if (locked.length === 0) return null;
  const ids = list(locked);
  await database.write(
    sql`UPDATE ${tables.executions} SET ${leased(database, terms)} WHERE id IN ${ids}`,
    on,
  );
  const rows = await database.rows(
    sql`SELECT ${claimedColumns('')} FROM ${tables.executions} WHERE id IN ${ids}`,
    on,
  );
  await appendClaimed(database, on, { rows, owner: terms.owner });
  return rows;
}

export function claimedColumns(table: string): Sql {
  return raw(CLAIMED_COLUMNS.map((column) => `${table}${column}`).join(', '));
}

async function idsOf(database: Database, query: Sql, on: Executor): Promise<readonly string[]> {
  return (await database.rows(query, on)).map((row) => String(row['id']));
}

export function leased({ now }: Database, { owner, leaseMs }: LeaseTerms): Sql {
  return sql`status = 'running', fence = fence + 1, tries = tries + 1, owner = ${owner}, lease_until = ${now} + ${Math.round(leaseMs)}, started_at = ${now}, unstarted = 1, reason_code = NULL, reason_message = NULL, last_attempt = NULL`;
}
