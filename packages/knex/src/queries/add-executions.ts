import { type Execution, JobAlreadyExists, StoreUnavailable } from '@scheduler/contracts';
import type { AddExecutions } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import { DuplicateRow } from '../database/store-errors.js';
import { insertInto } from '../dialects/batch.js';
import { raw, type Sql, sql } from '../sql/sql.js';
import { executionBatch } from './execution-batch.js';
import { insertOnce } from './insert-once.js';
import { markLimited } from './limited-queues.js';
import { uniqueKeysFor, needsUniqueKey } from './unique-keys.js';

/** Rows of one statement. More of them would hold up others, and no database takes any number of values. */
const ROWS_AT_ONCE = 2_000;

/** A place that changes hands again and again while one looks. */
const MOST_RACES = 10;

/** All or none, as they are stored. `notify` wakes up other nodes in the same statement, so that it costs nothing and is told only if it is true. */
export async function addExecutions(
  database: Database,
  request: AddExecutions,
  notify: Sql | null,
): Promise<readonly Execution[]> {
  const { executions, transaction } = request;
  if (executions.length === 0) return executions;
  await markLimited(database, executions, database.on(transaction));
  if (executions.some(needsUniqueKey)) return addUnique(database, request, notify);
  await insertAll(database, { executions, transaction, before: null }, notify);
  return executions;
}

/** What is seen of the places decides what is tried, and the unique index whether it holds. */
async function addUnique(
  database: Database,
  { executions, transaction }: AddExecutions,
  notify: Sql | null,
): Promise<readonly Execution[]> {
  for (let races = 0; races < MOST_RACES; races += 1) {
    const on = database.on(transaction);
    const at = new Date(await database.recent(on));
    const places = await uniqueKeysFor(database, executions, { at, on });
    const placed = executions.map((execution) => places.place(execution));
    try {
      await database.within(on, (part) =>
        insertAll(
          database,
          { executions: placed, transaction: part, before: places.leave(database) },
          notify,
        ),
      );
      return placed;
    } catch (error) {
      if (database.duplicate(error) !== 'unique') throw error;
    }
  }
  throw new StoreUnavailable(database.dialect.name, 'a unique place changed hands too often', {
    wayOut: 'try again',
  });
}

interface InsertAll extends AddExecutions {
  /** What has to be written first. Null: nothing. */
  readonly before: Sql | null;
}

async function insertAll(
  database: Database,
  { executions, transaction, before }: InsertAll,
  notify: Sql | null,
): Promise<void> {
  const statements: Sql[] = before === null ? [] : [before];
  for (let start = 0; start < executions.length; start += ROWS_AT_ONCE) {
    const rows = executions.slice(start, start + ROWS_AT_ONCE);
    const insert = insertInto(database.tables.executions, executionBatch(rows), database.dialect);
    statements.push(
      (notify === null ? insert : sql`WITH inserted AS (${insert}) SELECT ${notify}`).recurring(),
    );
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
    sql`SELECT id FROM ${database.tables.executions} WHERE ${database.dialect.among(raw('id'), ids)} LIMIT 1`,
    on,
  );
  return new JobAlreadyExists('id', String(taken[0]?.['id'] ?? ids[0] ?? ''));
}
