import type { Execution, WorkflowRun } from '@scheduler/contracts';
import type { PostponeInRun } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../../database/database.js';
import { Batch, insertInto } from '../../dialects/batch.js';
import {
  CHANGED_INPUT_COLUMNS,
  CHANGED_RUN_COLUMNS,
  changedInputRow,
  changedRunRow,
} from '../../rows/workflow-run-row.js';
import { join, raw, type Sql, sql } from '../../sql/sql.js';
import type { WakeUps } from '../../wake-up/wake-ups.js';
import { executionBatch } from '../shared/execution-batch.js';
import { markLimited } from '../shared/limited-queues.js';
import { updateFrom } from '../shared/update-from.js';
import { inSlices } from './in-slices.js';

export interface ToWrite {
  /** Runs whose input is as it was. */
  readonly runs: readonly WorkflowRun[];
  readonly runsWithInput: readonly WorkflowRun[];
  readonly executions: readonly Execution[];
  readonly postponed: readonly PostponeInRun[];
}

interface Terms {
  readonly on: Executor;
  readonly wakeUps: WakeUps;
}

/** Writes what the change of runs has led to. The runs are locked, so that nothing has to be compared. Returns how many executions were new. */
export async function writeAdvanced(
  database: Database,
  { runs, runsWithInput, executions, postponed }: ToWrite,
  { on, wakeUps }: Terms,
): Promise<number> {
  await markLimited(database, executions, on);
  const inserts = inSlices(executions).map((slice) => insert(database, slice));
  const others = [
    ...inSlices(runs).map((slice) => updateRuns(database, slice)),
    ...inSlices(runsWithInput).map((slice) => updateInputs(database, slice)),
    ...postponed.flatMap((one) => postpone(database, one)),
  ];
  const waiting = executions.filter(({ status }) => status === 'pending').map(({ queue }) => queue);
  const notify = waiting.length === 0 ? null : wakeUps.notifying(waiting);
  return run(database, { inserts, others, notify }, on);
}

interface Statements {
  readonly inserts: readonly Sql[];
  readonly others: readonly Sql[];
  readonly notify: Sql | null;
}

/** PostgreSQL takes all of them at once, with the notification of other nodes, which saves the waits between them. */
async function run(
  database: Database,
  { inserts, others, notify }: Statements,
  on: Executor,
): Promise<number> {
  if (inserts.length + others.length === 0) return 0;
  if (!database.dialect.writableCte) {
    let inserted = 0;
    for (const statement of others) await database.write(statement, on);
    for (const statement of inserts) inserted += await database.write(statement, on);
    return inserted;
  }
  const [only] = others;
  if (only !== undefined && others.length === 1 && inserts.length === 0 && notify === null) {
    await database.write(only.recurring(), on);
    return 0;
  }
  const parts = [
    ...others.map((statement, index) => sql`${raw(`w${index}`)} AS (${statement})`),
    ...inserts.map((statement, index) => sql`${raw(`i${index}`)} AS (${statement} RETURNING 1)`),
  ];
  const counts = inserts.map((_, index) => raw(`(SELECT COUNT(*) FROM i${index})`));
  const inserted = counts.length === 0 ? raw('0') : join(counts, ' + ');
  const [row] = await database.rows(
    sql`WITH ${join(parts, ', ')} SELECT ${inserted} AS inserted${notify === null ? raw('') : sql`, ${notify}`}`.recurring(),
    on,
  );
  return Number(row?.['inserted']);
}

function updateRuns(database: Database, runs: readonly WorkflowRun[]): Sql {
  return updateFrom(database, {
    table: database.tables.workflowRuns,
    batch: new Batch(CHANGED_RUN_COLUMNS, runs.map(changedRunRow), ['id', 'state', 'revision']),
    where: raw('1 = 1'),
  });
}

function updateInputs(database: Database, runs: readonly WorkflowRun[]): Sql {
  return updateFrom(database, {
    table: database.tables.workflowRuns,
    batch: new Batch(CHANGED_INPUT_COLUMNS, runs.map(changedInputRow), ['id']),
    where: raw('1 = 1'),
  });
}

/** The id of a step's execution is the same each time, so that one that exists already is the same execution. */
function insert(database: Database, executions: readonly Execution[]): Sql {
  const { dialect, tables } = database;
  const batch = executionBatch(database, executions);
  return sql`${insertInto(tables.executions, batch, dialect)}${dialect.ifMissing(tables.executions, 'id')}`;
}

/** Only what waits: what runs or has ended cannot be moved. */
function postpone(database: Database, { executionIds, availableAt }: PostponeInRun): readonly Sql[] {
  const { dialect, tables } = database;
  return inSlices(executionIds).map(
    (ids) =>
      sql`UPDATE ${tables.executions} SET available_at = ${dialect.typed(availableAt.getTime(), 'int')} WHERE ${dialect.isAnyOf(raw('id'), ids)} AND ${raw(dialect.unindexed('status'))} = 'pending'`,
  );
}
