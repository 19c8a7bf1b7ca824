import { type Execution, executionStatuses } from '@scheduler/contracts';
import {
  type AdvancedTrees,
  advanceTrees,
  arrivalsOf,
  type CancelInRun,
  cancelRequested,
  type EventContext,
  executionAdded,
  executionChanged,
  type LoadedRun,
  type PostponeInRun,
  runChanged,
  type TreeAnswer,
  type TreeChanges,
  type TreeRequest,
} from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import { frozen, ownExecution } from '../database/own-copy.js';

/** The moment of a change of runs. */
export interface ChangeOfRuns extends EventContext {
  /** Claims some of the executions that the change releases, and returns them. Missing: all of them wait. */
  readonly claim?: (added: readonly Execution[]) => readonly Execution[];
}

/** Advances the runs of executions that have ended. Executions that are no steps of workflows cost a look each. */
export function arriveAtRuns(
  database: MemoryDatabase,
  executions: readonly (Execution | null)[],
  context: ChangeOfRuns,
): void {
  const ended = executions.filter(
    (one): one is Execution => one !== null && one.workflow !== null && executionStatuses.isFinal(one.status),
  );
  if (ended.length > 0) advanceRuns(database, { commands: arrivalsOf(ended) }, context);
}

/** Carries out commands, and everything that follows from them, in one step. */
export function advanceRuns(
  database: MemoryDatabase,
  changes: TreeChanges,
  context: ChangeOfRuns,
): AdvancedTrees {
  const walk = advanceTrees(changes, context.at);
  let next = walk.next();
  while (next.done !== true) next = walk.next(answer(database, next.value, context));
  write(database, next.value, context);
  return next.value;
}

function answer(database: MemoryDatabase, request: TreeRequest, context: EventContext): TreeAnswer {
  if (request.kind === 'load') return { loaded: request.runIds.flatMap((id) => loaded(database, id) ?? []) };
  return { ended: request.cancels.flatMap((cancel) => cancelOne(database, cancel, context) ?? []) };
}

function loaded({ workflows }: MemoryDatabase, id: string): LoadedRun | null {
  const run = workflows.runs.get(id);
  const graph = run === undefined ? undefined : workflows.graphs.get(run.graphHash);
  return run === undefined || graph === undefined ? null : { run, graph };
}

/** Null: it did not end by it. */
function cancelOne(
  { executions, log }: MemoryDatabase,
  cancel: CancelInRun,
  context: EventContext,
): Execution | null {
  const { at } = context;
  const record = executions.records.get(cancel.executionId);
  if (record === undefined || (cancel.waitingOnly && record.execution.status !== 'pending')) return null;
  const before = record.execution;
  const { state, execution } = cancelRequested(before, cancel.reason, at);
  log?.append(...executionChanged(before, execution, context));
  if (state === 'cancelled') executions.replace(record, execution, at.getTime());
  else record.execution = execution;
  return state === 'cancelled' ? execution : null;
}

function write(database: MemoryDatabase, advanced: AdvancedTrees, context: ChangeOfRuns): void {
  const { executions, workflows, log } = database;
  for (const run of advanced.runs) {
    workflows.runs.set(run.id, frozen(run));
    log?.append(...runChanged(advanced.before.get(run.id) ?? null, run, context));
  }
  for (const execution of advanced.executions) {
    if (executions.records.has(execution.id)) continue;
    executions.insert(ownExecution(execution, null), context.at.getTime());
    log?.append(executionAdded(execution, context));
  }
  for (const postponed of advanced.postponed) postpone(database, postponed, context);
  const running = new Map(context.claim?.(advanced.executions).map((claimed) => [claimed.id, claimed]));
  workflows.notify({
    ...advanced,
    executions: advanced.executions.map((execution) => running.get(execution.id) ?? execution),
  });
}

function postpone(
  { executions, log }: MemoryDatabase,
  { executionIds, availableAt }: PostponeInRun,
  context: EventContext,
): void {
  for (const id of executionIds) {
    const record = executions.records.get(id);
    if (record?.execution.status !== 'pending') continue;
    const before = record.execution;
    executions.replace(record, { ...before, availableAt }, context.at.getTime());
    log?.append(...executionChanged(before, record.execution, context));
  }
}
