import type { WorkflowRun } from '@scheduler/contracts';
import { type AddChildren, addChildrenCommand, type ChangeRun, copyRun } from '@scheduler/contracts/adapter';
import type { Database } from '../../database/database.js';
import { toTextOrNull } from '../../rows/values.js';
import { raw, sql } from '../../sql/sql.js';
import { inScope } from '../shared/in-scope.js';
import { inLockedTrees, rootsOf } from './locked-trees.js';
import type { Workflows } from './workflows.js';

/** Carries out a command. Whoever changes a run locks the root of its tree first, which never changes and is read without a lock. */
export async function changeRun(
  database: Database,
  workflows: Workflows,
  { id, tenant, command, cause }: ChangeRun,
): Promise<WorkflowRun | null> {
  const [row] = await database.rows(
    sql`SELECT root_id FROM ${database.tables.workflowRuns} WHERE id = ${id} AND ${inScope(tenant)}`,
  );
  if (row === undefined) return null;
  return inLockedTrees(database, workflows, { roots: [String(row['root_id'])], cause }, async (trees) => {
    const at = new Date(await database.recentNow(trees.on));
    const { runs } = await trees.advance({ commands: [{ runId: id, command }] }, at);
    const changed = runs.find((run) => run.id === id);
    return changed === undefined ? null : copyRun(changed);
  });
}

/** Adds children of a map, if its execution is still held. */
export function addChildren(
  database: Database,
  workflows: Workflows,
  request: AddChildren,
): Promise<boolean> {
  const { id, fence } = request.execution;
  return inLockedTrees(database, workflows, { roots: rootsOf([request.execution]) }, async (trees) => {
    const { dialect, tables } = database;
    const held = await database.rows(
      sql`SELECT id, owner FROM ${tables.executions} WHERE id = ${id} AND fence = ${fence} AND ${raw(dialect.unindexed('status'))} = 'running' ${raw(dialect.lock)}`,
      trees.on,
    );
    if (held.length === 0) return false;
    const at = new Date(await database.recentNow(trees.on));
    await trees.advance({ commands: [addChildrenCommand(request)] }, at, toTextOrNull(held[0]?.['owner']));
    return true;
  });
}
