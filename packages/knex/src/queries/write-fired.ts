import type { EventRecord } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import { appendEvents, insertPacksOfJobs } from '../event-log/append.js';
import { packsOf } from '../event-log/packs.js';
import { insertInto } from '../dialects/batch.js';
import { raw, type Sql, sql } from '../sql/sql.js';
import { executionBatch } from './shared/execution-batch.js';
import { firedBatch, type PlannedFiring } from './fired-batch.js';
import { updateFrom } from './shared/update-from.js';

export interface FiredTerms {
  /** Notifies other nodes. Null: nobody has to be notified. */
  readonly notify: Sql | null;
  readonly eventsOf: (plan: PlannedFiring) => readonly EventRecord[];
}

/** Writes the jobs whose revision is unchanged, and inserts their executions. Returns the ids of these jobs. */
export async function writeFired(
  database: Database,
  planned: readonly PlannedFiring[],
  terms: FiredTerms,
): Promise<ReadonlySet<string>> {
  if (planned.length === 0) return new Set();
  return database.dialect.writableCte
    ? inOneStatement(database, planned, terms)
    : database.transaction((on) => inTransaction(database, planned, { ...terms, on }));
}

/**
 * One statement, so that a node that freezes cannot hold locks in the middle. A job that is locked, for example by an outcome in a
 * transaction of the application, is left for the next tick, so that it does not delay the others.
 */
async function inOneStatement(
  database: Database,
  planned: readonly PlannedFiring[],
  { notify, eventsOf }: FiredTerms,
): Promise<ReadonlySet<string>> {
  const { dialect, tables } = database;
  const executions = planned.flatMap((plan) => plan.executions);
  const batch = executionBatch(database, executions);
  const inserted =
    executions.length === 0
      ? raw('')
      : sql`, inserted AS (${insertInto(tables.executions, batch, dialect)} WHERE ${batch.value('job_id', dialect)} IN (SELECT id FROM moved))`;
  const packs = database.logsEvents ? packsOf(planned.flatMap(eventsOf)) : [];
  const logged =
    packs.length === 0
      ? raw('')
      : sql`, logged AS (${insertPacksOfJobs(database, packs, raw('SELECT id FROM moved'))})`;
  const notification = notify === null ? raw('') : sql`, ${notify}`;
  const rows = await database.rows(
    sql`WITH free AS MATERIALIZED (${free(database, planned)}), moved AS (${moved(database, planned, IS_FREE)} RETURNING t.id)${inserted}${logged} SELECT id${notification} FROM moved`.recurring(),
  );
  return new Set(rows.map((row) => String(row['id'])));
}

async function inTransaction(
  database: Database,
  planned: readonly PlannedFiring[],
  { eventsOf, on }: FiredTerms & { readonly on: Executor },
): Promise<ReadonlySet<string>> {
  const { dialect, tables } = database;
  const ids = planned.map(({ job }) => job.id);
  const rows = await database.rows(
    sql`SELECT id, revision FROM ${tables.jobs} ${raw(dialect.byPrimaryKey)} WHERE ${dialect.isAnyOf(raw('id'), ids)} ORDER BY id ${raw(dialect.skipLocked)}`,
    on,
  );
  const revisions = new Map(rows.map((row) => [String(row['id']), Number(row['revision'])]));
  const winners = planned.filter(({ job }) => revisions.get(job.id) === job.revision - 1);
  if (winners.length === 0) return new Set();
  await database.write(moved(database, winners), on);
  const executions = winners.flatMap((plan) => plan.executions);
  if (executions.length > 0)
    await database.write(insertInto(tables.executions, executionBatch(database, executions), dialect), on);
  await appendEvents(database, on, () => winners.flatMap(eventsOf));
  return new Set(winners.map(({ job }) => job.id));
}

const IS_FREE = raw(' AND t.id IN (SELECT id FROM free)');

function free({ tables, dialect }: Database, planned: readonly PlannedFiring[]): Sql {
  const ids = planned.map(({ job }) => job.id);
  return sql`SELECT id FROM ${tables.jobs} WHERE ${dialect.isAnyOf(raw('id'), ids)} ORDER BY id ${raw(dialect.skipLocked)}`;
}

function moved(database: Database, planned: readonly PlannedFiring[], where: Sql = raw('')): Sql {
  return updateFrom(database, {
    table: database.tables.jobs,
    batch: firedBatch(planned),
    where: sql`t.revision = s.revision - 1${where}`,
  });
}
