import type { WorkflowRun } from '@scheduler/contracts';
import {
  existingRun,
  newWorkflowRun,
  type RunEffects,
  type StartedRun,
  type StartRun,
  startWithParent,
} from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../../database/database.js';
import { Batch, insertInto } from '../../dialects/batch.js';
import { attributePairs, readableRun, RUN_COLUMNS, runRow } from '../../rows/workflow-run-row.js';
import { raw, sql } from '../../sql/sql.js';
import { inLockedTrees, type LockedTrees } from './locked-trees.js';
import type { Workflows } from './workflows.js';

/**
 * Starts a run, once for each id. Of two starts with one id at the same time, the database lets the second wait for the first and then write
 * nothing.
 */
export function startRun(database: Database, workflows: Workflows, request: StartRun): Promise<StartedRun> {
  const { parent, transaction, cause = null } = request;
  const roots = parent === null ? [] : [parent.root];
  return inLockedTrees(database, workflows, { roots, transaction, cause }, async (trees) => {
    if (parent !== null) {
      const known = await findRun(database, request.id, trees.on);
      if (known !== null) return { run: existingRun(known, request), isNew: false };
      startWithParent((await trees.run(parent.run))?.run ?? null, parent);
    }
    return start(database, workflows, request, trees);
  });
}

async function start(
  database: Database,
  workflows: Workflows,
  request: StartRun,
  trees: LockedTrees,
): Promise<StartedRun> {
  const { on } = trees;
  const at = new Date(await database.recentNow(on));
  const { graph, graphHash: hash, parent } = request;
  const effects = newWorkflowRun({ ...request, parent: placeOf(parent) }, at);
  if (!(await insertRun(database, effects, on))) {
    const known = await findRun(database, request.id, on);
    if (known !== null) return { run: existingRun(known, request), isNew: false };
    // It was deleted in between.
    return start(database, workflows, request, trees);
  }
  const isCallers = request.transaction !== undefined;
  await workflows.graphs.use(database, { hash, graph }, { at, on, isCallers, cause: request.cause ?? null });
  await insertAttributes(database, effects.run, on);
  trees.isStored(effects.run);
  const { runs } = await trees.advance({ commands: [], started: [{ effects, graph }] }, at);
  return { run: runs.find(({ id }) => id === request.id) ?? effects.run, isNew: true };
}

function placeOf(parent: StartRun['parent']) {
  return parent === null ? null : { runId: parent.run, step: parent.step, rootId: parent.root };
}

/** False: a run with the same id exists. The transaction goes on, also that of a caller. */
async function insertRun(database: Database, { run }: RunEffects, on: Executor): Promise<boolean> {
  const { dialect, tables } = database;
  const insert = insertInto(tables.workflowRuns, new Batch(RUN_COLUMNS, [runRow(run)], ['id']), dialect);
  if (dialect.returning) {
    const rows = await database.rows(
      sql`${insert}${dialect.ifMissing(tables.workflowRuns, 'id')} RETURNING id`.recurring(),
      on,
    );
    return rows.length > 0;
  }
  try {
    await database.write(insert, on);
    return true;
  } catch (error) {
    // MySQL takes back the statement alone.
    if (database.duplicate(error) !== 'id') throw error;
    return false;
  }
}

const ATTRIBUTE_COLUMNS = { pair: 'text', run_id: 'text' } as const;

async function insertAttributes(database: Database, run: WorkflowRun, on: Executor): Promise<void> {
  const rows = attributePairs(run.attributes).map((pair) => ({ pair, run_id: run.id }));
  if (rows.length === 0) return;
  const { dialect, tables } = database;
  const batch = new Batch(ATTRIBUTE_COLUMNS, rows, ['pair']);
  await database.write(insertInto(tables.workflowAttributes, batch, dialect), on);
}

/** Locked, so that it is read as it is now, and not as it was when a transaction of the caller began. */
async function findRun(database: Database, id: string, on: Executor): Promise<WorkflowRun | null> {
  const [row] = await database.rows(
    sql`SELECT * FROM ${database.tables.workflowRuns} WHERE id = ${id} ${raw(database.dialect.lock)}`,
    on,
  );
  return row === undefined ? null : readableRun(row);
}
