import { WorkflowAlreadyExists, WorkflowNotRunning } from '../errors/workflow-errors.js';
import { placedExecutionId, type WorkflowPlace } from '../executions/workflow-place.js';
import type { JsonValue } from '../values/json.js';
import type { Execution } from '../executions/execution.js';
import type { NewWorkflowRun } from './new-run-fields.js';
import type { AddressedCommand } from './run-draft.js';
import {
  hasWorkflowEnded,
  type WorkflowChildren,
  type WorkflowRun,
  type WorkflowStepState,
} from './workflow-run.js';

/** The run that has the id of a start. Throws WorkflowAlreadyExists if it is not the one that the caller wants to start. */
export function existingRun(
  run: WorkflowRun,
  { graph, input, tenant }: Pick<NewWorkflowRun, 'graph' | 'input' | 'tenant'>,
): WorkflowRun {
  if (run.name !== graph.name || run.tenant !== tenant) throw new WorkflowAlreadyExists(run.id, 'workflow');
  if (!isSameJson(run.input, input)) throw new WorkflowAlreadyExists(run.id, 'input');
  return run;
}

/** Whether two values are the same JSON, in whatever order their keys are. */
function isSameJson(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Record<string, JsonValue>, b as Record<string, JsonValue>];
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && isSameJson(left[key] ?? null, right[key] ?? null));
}

/** Throws WorkflowNotRunning unless the step that starts a child workflow still waits for it. */
export function startWithParent(
  parent: WorkflowRun | null,
  { run, step }: Pick<WorkflowPlace, 'run' | 'step'>,
): void {
  const status = parent?.status ?? 'deleted';
  const isOpen = parent !== null && !hasWorkflowEnded(parent.status) && parent.status !== 'stopping';
  if (!isOpen || parent.steps[step]?.status !== 'active')
    throw new WorkflowNotRunning(run, status, `start the workflow of step ${step}`);
}

interface ChildrenOfMap {
  /** The execution of the map. */
  readonly execution: Pick<Execution, 'id' | 'workflow'>;
  /** The index of the first of them. */
  readonly from: number;
  readonly payloads: readonly JsonValue[];
}

/** The command by which a map adds children. */
export function addChildrenCommand({ execution, from, payloads }: ChildrenOfMap): AddressedCommand {
  const { run = '', step = '', phase = 'run' } = execution.workflow ?? {};
  return {
    runId: run,
    command: { kind: 'add_children', step, phase, executionId: execution.id, from, payloads },
  };
}

/** The ids of all executions that belong to the state of a run, those of maps included. */
export function executionIdsOf(run: WorkflowRun): readonly string[] {
  const place = { run: run.id, root: run.rootId };
  return Object.entries(run.steps).flatMap(([step, { earlier = [], ...state }]) =>
    [...earlier, state].flatMap((one) => executionIdsOfStep({ ...place, step }, one)),
  );
}

function executionIdsOfStep(
  at: Pick<WorkflowPlace, 'run' | 'root' | 'step'>,
  { executionId, askedBy, children, activeSince, undo, failedUndos = [], round }: WorkflowStepState,
): readonly string[] {
  const ids = childIds({ ...at, phase: 'run', round }, children, activeSince);
  const undos = [...failedUndos, ...(undo === undefined ? [] : [undo])];
  const ofUndos = undos.flatMap((one, time) => [
    one.executionId,
    ...childIds({ ...at, phase: 'undo', round: round + time }, one.children, one.activeSince),
  ]);
  return [executionId, askedBy, ...ids, ...ofUndos].filter((id) => id !== undefined);
}

/** The ids of the children that a map has added, in the order of its list. */
export function childIds(
  place: Omit<WorkflowPlace, 'index'>,
  children: WorkflowChildren | undefined,
  activeSince = 0,
): readonly string[] {
  const createdAt = new Date(activeSince);
  return Array.from({ length: children?.added ?? 0 }, (_, index) =>
    placedExecutionId({ ...place, index }, createdAt),
  );
}
