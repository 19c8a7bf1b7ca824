import type { CancelRequested } from '@scheduler/contracts';
import { type CancelExecution, cancelPendingExecution, executionChanged } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import { appendEvents, timeOfEvents } from '../event-log/append.js';
import { readableExecution } from '../rows/corrupt-execution.js';
import { raw, sql } from '../sql/sql.js';
import { endFinishedJobs } from './count-in-jobs.js';
import { inScope } from './shared/in-scope.js';
import { inLockedTrees } from './workflows/locked-trees.js';
import type { Workflows } from './workflows/workflows.js';

/** What waits ends at once; what runs is asked to stop. An execution of a run ends together with the change of its run. */
export async function requestCancel(
  database: Database,
  workflows: Workflows,
  request: CancelExecution,
): Promise<CancelRequested | null> {
  const first = await database.transaction((on) => cancel(database, request, { on, isInRun: false }));
  if (first === null || !('root' in first)) return first;
  // Roots are locked before executions, so that it begins again now that the root is known.
  return inLockedTrees(database, workflows, { roots: [first.root], cause: request.cause }, async (trees) => {
    const result = await cancel(database, request, { on: trees.on, isInRun: true });
    if (result === null || 'root' in result) return null;
    const { state, execution } = result;
    if (state === 'cancelled') await trees.arrive([execution], execution.finishedAt ?? new Date());
    return result;
  });
}

interface Terms {
  readonly on: Executor;
  /** Whether the root of the run that the execution belongs to is locked. */
  readonly isInRun: boolean;
}

/** The run of which has to be locked first. Nothing was written. */
interface NeedsRoot {
  readonly root: string;
}

async function cancel(
  database: Database,
  { id, tenant, reason, cause = null }: CancelExecution,
  { on, isInRun }: Terms,
): Promise<CancelRequested | NeedsRoot | null> {
  const { executions } = database.tables;
  const lock = raw(database.dialect.lock);
  const [row] = await database.rows(
    sql`SELECT * FROM ${executions} WHERE id = ${id} AND ${inScope(tenant)} ${lock}`,
    on,
  );
  if (row === undefined) return null;
  const execution = readableExecution(row);
  if (execution.status === 'running') {
    await database.write(sql`UPDATE ${executions} SET cancel_request = ${reason} WHERE id = ${id}`, on);
    const asked = { ...execution, cancelRequest: reason };
    const askedAt = await timeOfEvents(database, on);
    await appendEvents(database, on, () => executionChanged(execution, asked, { at: askedAt, cause }));
    return { state: 'stopping', execution: asked };
  }
  if (execution.status !== 'pending') return { state: 'ended', execution };
  if (execution.workflow !== null && !isInRun) return { root: execution.workflow.root };
  const at = new Date(await database.askNow(on));
  const cancelled = cancelPendingExecution(execution, reason, at);
  await database.write(
    sql`UPDATE ${executions} SET status = 'cancelled', reason_code = 'cancelled', reason_message = ${reason}, finished_at = ${at.getTime()} WHERE id = ${id}`,
    on,
  );
  await appendEvents(database, on, () => executionChanged(execution, cancelled, { at, cause }));
  await endFinishedJobs(database, [cancelled], { at, on, cause });
  return { state: 'cancelled', execution: cancelled };
}
