import type { Execution } from '../executions/execution.js';
import { roundOf, type RunDraft } from './run-draft.js';
import type { WorkflowGraphStep } from './workflow-graph.js';
import { DEADLINE_STEP, type WorkflowPlace } from '../executions/workflow-place.js';
import { begin } from './release-steps.js';
import { beginStopping } from './stop-run.js';
import type {
  WorkflowChildren,
  WorkflowStatus,
  WorkflowStepState,
  WorkflowStepVerdict,
  WorkflowUndo,
} from './workflow-run.js';

/** Records that executions of the run have ended. One that belongs to an earlier round, or has been recorded, changes nothing. */
export function arrive(draft: RunDraft, executions: readonly Execution[]): void {
  for (const execution of executions) {
    const place = execution.workflow;
    if (place === null || place.run !== draft.run.id) continue;
    if (place.step === DEADLINE_STEP) arriveAtDeadline(draft, execution);
    const step = draft.step(place.step);
    if (step === undefined || place.round !== roundOf(draft.state(step.name), place.phase)) continue;
    if (place.phase === 'undo') arriveUndone(draft, step, { execution, place });
    else if (place.phase === 'when') arriveAtCondition(draft, step, execution);
    else if (draft.state(step.name).status === 'active') arriveAtStep(draft, step, { execution, place });
  }
}

interface Ended {
  readonly execution: Execution;
  readonly place: WorkflowPlace;
}

function arriveAtDeadline(draft: RunDraft, { id, status }: Execution): void {
  const timer = draft.state(DEADLINE_STEP);
  if (timer.executionId !== id || timer.status !== 'active') return;
  draft.end(DEADLINE_STEP, { status: status === 'success' ? 'succeeded' : 'cancelled' });
  const isOpen = draft.run.status === 'running' || draft.run.status === 'paused';
  if (status !== 'success' || !isOpen) return;
  const reason = `it was not over after ${draft.graph.deadlineMs} ms`;
  beginStopping(draft, { cause: 'deadline', step: null, reason, rollback: true });
}

/** The condition of a step that waits has been asked. */
function arriveAtCondition(draft: RunDraft, step: WorkflowGraphStep, execution: Execution): void {
  const { status, executionId, asking, verdict } = draft.state(step.name);
  if (status !== 'active' || asking !== true || executionId !== execution.id) return;
  if (execution.status !== 'success') arriveUnsuccessful(draft, step, { execution, began: {} });
  else if (draft.run.status === 'stopping') draft.end(step.name, { status: 'cancelled' });
  else if (verdict === 'not_first') draft.end(step.name, { status: 'skipped' });
  else begin(draft, step);
}

function arriveAtStep(draft: RunDraft, step: WorkflowGraphStep, { execution, place }: Ended): void {
  const state = draft.state(step.name);
  if (place.index !== null) {
    const children = countChild(state.children, execution);
    draft.setState(step.name, { ...state, ...begunBy(step, execution), children });
    endMap(draft, step);
    return;
  }
  if (state.executionId !== execution.id || state.settled === true) return;
  if (execution.status === 'success') arriveSucceeded(draft, step);
  else arriveUnsuccessful(draft, step, { execution, began: begunBy(step, execution) });
}

/**
 * An attempt that was discarded asked the condition of the step, and nothing more. A node that was lost before it stored a start may have
 * called the function all the same, so that the step counts as begun. A step that waits for somebody has only a timer.
 */
function begunBy(
  { kind }: WorkflowGraphStep,
  { attempts, unstartedRescues }: Execution,
): Pick<WorkflowStepState, 'began'> {
  if (kind === 'approval' || kind === 'signal') return {};
  const mayHaveBegun = unstartedRescues > 0 || attempts.some(({ status }) => status !== 'discarded');
  return mayHaveBegun ? { began: true } : {};
}

function arriveSucceeded(draft: RunDraft, step: WorkflowGraphStep): void {
  const state: WorkflowStepState = { ...draft.state(step.name), began: true, settled: true };
  switch (step.kind) {
    case 'map':
      draft.setState(step.name, { ...state, children: sealed(state.children) });
      return endMap(draft, step);
    case 'workflow':
      draft.setState(step.name, state);
      return endChild(draft, step);
    case 'approval':
    case 'signal':
      return timedOut(draft, step);
    default:
      draft.end(step.name, { status: 'succeeded', began: true });
  }
}

interface Unsuccessful {
  readonly execution: Execution;
  readonly began: Pick<WorkflowStepState, 'began'>;
}

function arriveUnsuccessful(
  draft: RunDraft,
  step: WorkflowGraphStep,
  { execution, began }: Unsuccessful,
): void {
  const before = draft.state(step.name);
  const isDiscarded = execution.reason?.code === 'discarded';
  draft.setState(step.name, { ...before, ...began, settled: true, error: errorOf(execution) });
  if (step.kind === 'workflow' && before.child !== undefined) return stopChild(draft, step, execution);
  if (step.kind === 'map' && before.children !== undefined) {
    draft.setState(step.name, {
      ...draft.state(step.name),
      children: sealed(before.children),
    });
    return endMap(draft, step, isDiscarded);
  }
  if (isDiscarded) skip(draft, step, 'condition');
  else if (execution.status === 'cancelled') stopped(draft, step);
  else fail(draft, step);
}

/** The execution that starts a workflow did not succeed, but may have started it: the step ends after that workflow. */
function stopChild(draft: RunDraft, step: WorkflowGraphStep, { status, reason }: Execution): void {
  const { verdict, child, ...state } = draft.state(step.name);
  const found = reason?.code === 'discarded' ? 'condition' : 'execution_cancelled';
  const because = verdict ?? (status === 'cancelled' ? found : undefined);
  draft.setState(step.name, {
    ...state,
    ...(child === undefined ? {} : { child }),
    ...(because === undefined ? {} : { verdict: because }),
  });
  if (child === undefined || child.status !== null) return endChild(draft, step);
  draft.commands.push({
    runId: child.runId,
    command: {
      kind: 'stop_with_parent',
      reason: `step ${step.name} did not succeed`,
      rollback: true,
      replyTo: { runId: draft.run.id, step: step.name },
    },
  });
}

/** The execution of a step was cancelled: by the run itself, or by hand. */
function stopped(draft: RunDraft, step: WorkflowGraphStep): void {
  if (draft.run.status === 'stopping') draft.end(step.name, { status: 'cancelled' });
  else fail(draft, step, 'execution_cancelled');
}

function skip(draft: RunDraft, { name }: WorkflowGraphStep, verdict: WorkflowStepVerdict): void {
  const { error: _, ...state } = draft.state(name);
  draft.setState(name, state);
  draft.end(name, { status: 'skipped', verdict });
}

/** A step has failed for good. One that was not the first of an `afterAny` is not missed. */
function fail(draft: RunDraft, { name, onError }: WorkflowGraphStep, verdict?: WorkflowStepVerdict): void {
  if (draft.state(name).verdict === 'not_first') draft.end(name, { status: 'skipped' });
  else if (onError === 'skip') draft.end(name, { status: 'skipped', verdict: 'error' });
  else draft.end(name, { status: 'failed', ...(verdict === undefined ? {} : { verdict }) });
}

function timedOut(draft: RunDraft, step: WorkflowGraphStep): void {
  const { settled: _, ...state } = draft.state(step.name);
  const waited = `nobody ${step.kind === 'approval' ? 'decided' : 'signalled'} within ${step.waitMs} ms`;
  const decision = { approved: step.onTimeout === 'approve', by: null, at: draft.at.getTime() };
  switch (step.onTimeout) {
    case 'skip':
      draft.setState(step.name, state);
      return skip(draft, step, 'timed_out');
    case 'approve':
      draft.setState(step.name, { ...state, decision, output: null });
      return draft.end(step.name, { status: 'succeeded', verdict: 'timed_out' });
    case 'reject':
    case 'fail':
      draft.setState(step.name, {
        ...state,
        error: waited,
        ...(step.onTimeout === 'reject' ? { decision } : {}),
      });
      return fail(draft, step, 'timed_out');
  }
}

/** Ends a map when its list is complete and all of its children have ended. */
function endMap(draft: RunDraft, step: WorkflowGraphStep, isDiscarded = false): void {
  const { settled, ...state } = draft.state(step.name);
  const { total, ended, failed } = state.children ?? { total: 0, ended: 0, failed: 0 };
  if (settled !== true || total === null || ended < total) return;
  draft.setState(step.name, state);
  if (isDiscarded) skip(draft, step, 'condition');
  else if (state.error === undefined && (failed === 0 || step.onError === 'skip'))
    draft.end(step.name, { status: 'succeeded' });
  else if (draft.run.status === 'stopping' && draft.run.stop?.step !== step.name)
    draft.end(step.name, { status: 'cancelled' });
  else {
    draft.setState(step.name, { ...state, error: state.error ?? `${failed} of ${total} items failed` });
    fail(draft, step);
  }
}

function countChild(
  children: WorkflowChildren = { added: 0, total: null, ended: 0, failed: 0 },
  { status, reason, finishedAt }: Execution,
): WorkflowChildren {
  const isFailed =
    status === 'failed' || status === 'timeout' || (status === 'cancelled' && reason?.code !== 'discarded');
  const { ended, failed, lastEndedAt = 0 } = children;
  return {
    ...children,
    ended: ended + 1,
    failed: failed + (isFailed ? 1 : 0),
    lastEndedAt: Math.max(lastEndedAt, finishedAt?.getTime() ?? 0),
  };
}

/** The list of a map is complete: those that were added are all that there are. */
function sealed(
  children: WorkflowChildren = { added: 0, total: null, ended: 0, failed: 0 },
): WorkflowChildren {
  return { ...children, total: children.added };
}

/** Records the end of a run that a step has started, or of what undoes that run. */
export function childEnded(
  draft: RunDraft,
  name: string,
  ended: { readonly runId: string; readonly status: WorkflowStatus | null },
): void {
  const step = draft.step(name);
  const state = draft.state(name);
  if (step === undefined || state.child?.runId !== ended.runId) return;
  const { undo } = state;
  if (undo?.status === 'active') {
    const status = ended.status === 'compensated' ? 'done' : 'failed';
    draft.setState(name, { ...state, child: ended, undo: { ...undo, status, endedAt: draft.at.getTime() } });
    return;
  }
  const { child: _, ...childless } = state;
  draft.setState(name, ended.status === null ? childless : { ...state, child: ended });
  if (state.status === 'active') endChild(draft, step);
}

/** Ends the step of a child workflow when its execution and the child have ended. */
function endChild(draft: RunDraft, step: WorkflowGraphStep): void {
  const { settled, ...state } = draft.state(step.name);
  const { child, verdict, error } = state;
  if (settled !== true || child?.status === null) return;
  draft.setState(step.name, state);
  const isDone = child?.status === 'completed' || child?.status === 'completed_with_errors';
  if (verdict === 'condition') skip(draft, step, verdict);
  else if (isDone && error === undefined) draft.end(step.name, { status: 'succeeded' });
  else if (draft.run.status === 'stopping') draft.end(step.name, { status: 'cancelled' });
  else {
    draft.setState(step.name, { ...state, error: error ?? `workflow ${child?.runId} is ${child?.status}` });
    fail(draft, step, verdict);
  }
}

/** Records the end of a rollback. */
function arriveUndone(draft: RunDraft, step: WorkflowGraphStep, { execution, place }: Ended): void {
  const state = draft.state(step.name);
  const { undo } = state;
  if (undo === undefined || undo.status !== 'active') return;
  const next = nextUndo(undo, execution, place);
  if (next !== null) draft.setState(step.name, { ...state, undo: ended(next, draft.at.getTime()) });
}

function nextUndo(undo: WorkflowUndo, execution: Execution, place: WorkflowPlace): WorkflowUndo | null {
  const { children } = undo;
  const isDone = execution.status === 'success';
  if (place.index !== null) return { ...undo, children: countChild(children, execution) };
  if (undo.executionId !== execution.id) return null;
  const error = isDone ? {} : { error: errorOf(execution) };
  if (children === undefined) return { ...undo, ...error, status: isDone ? 'done' : 'failed' };
  return {
    ...undo,
    ...error,
    children: sealed(children),
  };
}

/** The rollback of a map has ended when those of all its children have. */
function ended(undo: WorkflowUndo, at: number): WorkflowUndo {
  const { children } = undo;
  if (undo.status !== 'active') return { ...undo, endedAt: at };
  if (children === undefined || children.total === null || children.ended < children.total) return undo;
  const isDone = children.failed === 0 && undo.error === undefined;
  return { ...undo, endedAt: at, status: isDone ? 'done' : 'failed' };
}

function errorOf({ error, reason, status }: Execution): string {
  return error?.message ?? reason?.message ?? `its execution ended as ${status}`;
}
