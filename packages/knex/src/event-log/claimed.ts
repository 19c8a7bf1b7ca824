import type { Database, Executor } from '../database/database.js';
import type { Row } from '../database/results.js';
import { raw, type Sql, sql } from '../sql/sql.js';
import { appendPacks } from './append.js';
import { DAY_MS, type EventPack } from './packs.js';

interface ClaimInOneStatement {
  /** The WITH clause of the claim, without the word. */
  readonly candidates: Sql;
  /** The UPDATE, which returns the columns of what is claimed. */
  readonly update: Sql;
  readonly owner: string;
}

/** A claim as one statement, which appends its events too where the log is on. */
export function claimStatement(database: Database, { candidates, update, owner }: ClaimInOneStatement): Sql {
  if (!database.logsEvents) return sql`WITH ${candidates} ${update}`;
  const { tables, dialect } = database;
  const cause = dialect.typed(`,"cause":${JSON.stringify(owner)},"started":[`, 'text');
  // All of them start at the time of the statement.
  const events = sql`'{"at":' || MIN(started_at) || ${cause} || string_agg('[' || to_json(id) || ',' || fence || ']', ',') || ']}'`;
  const append = sql`INSERT INTO ${tables.eventLog} (tenant, job_id, day, total, events) SELECT tenant, job_id, MIN(started_at) / ${raw(String(DAY_MS))}, COUNT(*), ${events} FROM taken GROUP BY tenant, job_id`;
  return sql`WITH ${candidates}, taken AS (${update}), logged AS (${append}) SELECT * FROM taken`;
}

interface ClaimAlone {
  readonly owner: string;
  readonly claim: (on: Executor | undefined) => Promise<readonly Row[]>;
}

/** Runs a claim of a database that cannot append in the same statement, and appends its events in the same transaction. */
export async function claimAndAppend(
  database: Database,
  { owner, claim }: ClaimAlone,
): Promise<readonly Row[]> {
  if (!database.logsEvents) return claim(undefined);
  return database.transaction(async (on) => {
    const rows = await claim(on);
    await appendClaimed(database, on, { rows, owner });
    return rows;
  });
}

interface Claimed {
  readonly rows: readonly Row[];
  readonly owner: string;
}

/** Appends the events of claimed rows, which may be corrupt: only what every claim writes is read of them. */
export async function appendClaimed(
  database: Database,
  on: Executor,
  { rows, owner }: Claimed,
): Promise<void> {
  if (database.logsEvents) await appendPacks(database, on, claimedPacks(rows, owner));
}

function claimedPacks(rows: readonly Row[], owner: string): readonly EventPack[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = JSON.stringify([row['tenant'], row['job_id'], row['started_at']]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()].flatMap((group) => packOf(group, owner) ?? []);
}

function packOf(rows: readonly Row[], cause: string): EventPack | null {
  const [first] = rows;
  if (first === undefined) return null;
  const at = Number(first['started_at']);
  const started = rows.map((row) => [String(row['id']), Number(row['fence'])]);
  return {
    tenant: String(first['tenant']),
    job_id: first['job_id'] === null ? null : String(first['job_id']),
    day: Math.floor(at / DAY_MS),
    total: rows.length,
    events: JSON.stringify({ at, cause, started }),
  };
}
