import { type Execution, executionStatuses } from '@scheduler/contracts';
import {
  type AdvancedTrees,
  advanceTrees,
  arrivalsOf,
  type CancelInRun,
  cancelRequested,
  type LoadedRun,
  type PostponeInRun,
  type TreeAnswer,
  type TreeChanges,
  type TreeRequest,
} from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import { frozen, ownExecution } from '../database/own-copy.js';

/** Advances the runs of executions that have ended. Executions that are no steps of workflows cost a look each. */
export function arriveAtRuns(
  database: MemoryDatabase,
  executions: readonly (Execution | null)[],
  at: Date,
): void {
  const ended = executions.filter(
    (one): one is Execution => one !== null && one.workflow !== null && executionStatuses.isFinal(one.status),
  );
  if (ended.length > 0) advanceRuns(database, { commands: arrivalsOf(ended) }, at);
}

/** Carries out commands, and everything that follows from them, in one step. */
export function advanceRuns(database: MemoryDatabase, changes: TreeChanges, at: Date): AdvancedTrees {
  const walk = advanceTrees(changes, at);
  let next = walk.next();
  while (next.done !== true) next = walk.next(answer(database, next.value, at));
  write(database, next.value, at);
  return next.value;
}

function answer(database: MemoryDatabase, request: TreeRequest, at: Date): TreeAnswer {
  if (request.kind === 'load') return { loaded: request.runIds.flatMap((id) => loaded(database, id) ?? []) };
  return { ended: request.cancels.flatMap((cancel) => cancelOne(database, cancel, at) ?? []) };
}

function loaded({ workflows }: MemoryDatabase, id: string): LoadedRun | null {
  const run = workflows.runs.get(id);
  const graph = run === undefined ? undefined : workflows.graphs.get(run.graphHash);
  return run === undefined || graph === undefined ? null : { run, graph };
}

/** Null: it did not end by it. */
function cancelOne({ executions }: MemoryDatabase, cancel: CancelInRun, at: Date): Execution | null {
  const record = executions.records.get(cancel.executionId);
  if (record === undefined || (cancel.waitingOnly && record.execution.status !== 'pending')) return null;
  const { state, execution } = cancelRequested(record.execution, cancel.reason, at);
  if (state === 'cancelled') executions.replace(record, execution, at.getTime());
  else record.execution = execution;
  return state === 'cancelled' ? execution : null;
}

function write(database: MemoryDatabase, advanced: AdvancedTrees, at: Date): void {
  const { executions, workflows } = database;
  for (const run of advanced.runs) workflows.runs.set(run.id, frozen(run));
  for (const execution of advanced.executions)
    if (!executions.records.has(execution.id)) executions.insert(ownExecution(execution, null), at.getTime());
  for (const postponed of advanced.postponed) postpone(database, postponed, at);
  workflows.notify(advanced);
}

function postpone(
  { executions }: MemoryDatabase,
  { executionIds, availableAt }: PostponeInRun,
  at: Date,
): void {
  for (const id of executionIds) {
    const record = executions.records.get(id);
    if (record?.execution.status === 'pending')
      executions.replace(record, { ...record.execution, availableAt }, at.getTime());
  }
}
