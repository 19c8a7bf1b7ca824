import { type Execution, JobAlreadyExists, StoreUnavailable } from '@scheduler/contracts';
import { type AddExecutions, executionAdded } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import { DuplicateRow } from '../database/store-errors.js';
import { insertInto } from '../dialects/batch.js';
import { timeOfEvents, withEvents } from '../event-log/append.js';
import { raw, type Sql, sql } from '../sql/sql.js';
import { asStored, executionBatch } from './shared/execution-batch.js';
import { insertOnce } from './insert-once.js';
import { markLimited } from './shared/limited-queues.js';
import { uniqueKeysFor, needsUniqueKey } from './unique-keys.js';

/** The most rows of one INSERT. A larger one would block others for long, and databases limit the number of bound values. */
const ROWS_AT_ONCE = 2_000;

/** How often an insert is repeated because a unique key was taken between the read and the write. */
const MAX_RACES = 10;

/**
 * Adds all executions or none, and returns them as they are stored. `notify` is part of the same statement, so that other nodes are
 * notified without a further round trip, and only if it commits.
 */
export async function addExecutions(
  database: Database,
  request: AddExecutions,
  notify: Sql | null,
): Promise<readonly Execution[]> {
  const { transaction } = request;
  if (request.executions.length === 0) return request.executions;
  const at = await timeOfEvents(database, database.on(transaction));
  const executions = asStored(database, request.executions, at);
  await markLimited(database, executions, database.on(transaction));
  if (executions.some(needsUniqueKey)) return addUnique(database, { ...request, executions }, notify);
  await insertAll(database, { ...request, executions, before: null, at }, notify);
  return executions;
}

/** Reads who holds the unique keys and decides by that. If another node takes a key meanwhile, the unique index refuses the insert. */
async function addUnique(
  database: Database,
  { executions, transaction, cause }: AddExecutions,
  notify: Sql | null,
): Promise<readonly Execution[]> {
  for (let races = 0; races < MAX_RACES; races += 1) {
    const on = database.on(transaction);
    const at = new Date(await database.recentNow(on));
    const uniqueKeys = await uniqueKeysFor(database, executions, { at, on });
    const admitted = executions.map((execution) => uniqueKeys.admit(execution));
    try {
      await database.savepoint(on, (part) =>
        insertAll(
          database,
          { executions: admitted, transaction: part, before: uniqueKeys.release(database), at, cause },
          notify,
        ),
      );
      return admitted;
    } catch (error) {
      if (database.duplicate(error) !== 'unique') throw error;
    }
  }
  throw new StoreUnavailable(database.dialect.name, 'the owner of a unique key changed too often', {
    wayOut: 'try again',
  });
}

interface InsertAll extends AddExecutions {
  /** A statement that has to run before the inserts. Null: none. */
  readonly before: Sql | null;
  /** When they are added, for their events. */
  readonly at: Date;
}

async function insertAll(
  database: Database,
  { executions, transaction, before, at, cause = null }: InsertAll,
  notify: Sql | null,
): Promise<void> {
  const statements: Sql[] = before === null ? [] : [before];
  for (let start = 0; start < executions.length; start += ROWS_AT_ONCE) {
    const rows = executions.slice(start, start + ROWS_AT_ONCE);
    const insert = insertInto(database.tables.executions, executionBatch(database, rows), database.dialect);
    const make = () => rows.map((execution) => executionAdded(execution, { at, cause }));
    statements.push(...withEvents(database, insert, { make, returns: notify }).map((one) => one.recurring()));
  }
  await insertOnce(database, {
    statements,
    table: database.tables.executions,
    rows: executions,
    transaction,
    refusal: async (duplicate, on) =>
      duplicate === 'unique'
        ? new DuplicateRow(database.dialect.name, duplicate)
        : refusal(database, executions, on),
  });
}

async function refusal(
  database: Database,
  executions: readonly Execution[],
  on: Executor | undefined,
): Promise<Error> {
  const ids = executions.map(({ id }) => id);
  if (ids.length === 1) return new JobAlreadyExists('id', ids[0] ?? '');
  const taken = await database.rows(
    sql`SELECT id FROM ${database.tables.executions} WHERE ${database.dialect.isAnyOf(raw('id'), ids)} LIMIT 1`,
    on,
  );
  return new JobAlreadyExists('id', String(taken[0]?.['id'] ?? ids[0] ?? ''));
}
