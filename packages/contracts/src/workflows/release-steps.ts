import type { RunDraft } from './run-draft.js';
import { childIds } from './run-rules.js';
import { beginsByWaiting, type WorkflowGraphStep } from './workflow-graph.js';
import type { WorkflowStepState, WorkflowStepVerdict } from './workflow-run.js';

type Readiness =
  { readonly kind: 'wait' | 'start' } | { readonly kind: 'skip'; readonly verdict: WorkflowStepVerdict };

const START: Readiness = { kind: 'start' };
const WAIT: Readiness = { kind: 'wait' };

/**
 * Starts or skips every step whose predecessors allow it. The steps are in the order of their edges, so that one pass is enough, unless it
 * drops losers: they stand before the step that drops them, and so may others that wait for them.
 */
export function releaseSteps(draft: RunDraft): void {
  while (releaseOnce(draft));
}

/** Returns whether losers have ended by it. */
function releaseOnce(draft: RunDraft): boolean {
  let hasDropped = false;
  for (const step of draft.graph.steps) {
    if (draft.state(step.name).status !== 'waiting') continue;
    const readiness = readinessOf(draft, step);
    if (readiness.kind === 'skip') draft.end(step.name, { status: 'skipped', verdict: readiness.verdict });
    if (readiness.kind === 'start') {
      start(draft, step);
      if (step.losers === 'cancel' && dropLosers(draft, step)) hasDropped = true;
    }
  }
  return hasDropped;
}

function readinessOf(draft: RunDraft, step: WorkflowGraphStep): Readiness {
  const { after, afterAny } = step;
  // Asked for every step that waits, each time that a step ends, so that no lists are made.
  if (after.some((name) => isOpen(draft.state(name)))) return WAIT;
  if (step.ifSkipped === 'skip' && after.some((name) => draft.state(name).status === 'skipped'))
    return { kind: 'skip', verdict: 'predecessor_skipped' };
  if (afterAny.length === 0) return START;
  if (afterAny.some((name) => draft.state(name).status === 'succeeded')) return START;
  if (afterAny.some((name) => isOpen(draft.state(name)))) return WAIT;
  return { kind: 'skip', verdict: 'no_predecessor_succeeded' };
}

/** Whether a step has not ended. */
export function isOpen({ status }: WorkflowStepState): boolean {
  return status === 'waiting' || status === 'active';
}

function start(draft: RunDraft, step: WorkflowGraphStep): void {
  draft.setState(step.name, {
    ...draft.state(step.name),
    status: 'active',
    activeSince: draft.at.getTime(),
  });
  if (!step.hasCondition || !beginsByWaiting(step)) return begin(draft, step);
  const executionId = draft.addExecution(step, { phase: 'when' });
  draft.setState(step.name, { ...draft.state(step.name), executionId, asking: true });
}

/** Starts a step for which nothing has to be asked any more. */
export function begin(draft: RunDraft, step: WorkflowGraphStep): void {
  const active = withoutQuestion(draft.state(step.name));
  draft.setState(step.name, active);
  if (step.kind === 'signal' && takeSignal(draft, step)) return;
  const waits = step.kind === 'approval' || step.kind === 'signal';
  if (waits && step.waitMs === null) return;
  const delayMs = waits ? step.waitMs : step.kind === 'sleep' ? step.sleepMs : null;
  const availableAt = new Date(draft.at.getTime() + (delayMs ?? 0));
  const executionId = draft.addExecution(step, { availableAt });
  draft.setState(step.name, {
    ...active,
    executionId,
    ...(step.kind === 'workflow' ? { child: { runId: executionId, status: null } } : {}),
    ...(step.kind === 'map' ? { children: { added: 0, total: null, ended: 0, failed: 0 } } : {}),
  });
}

/** The state of a step whose condition was asked, as that of one that begins. */
function withoutQuestion(state: WorkflowStepState): WorkflowStepState {
  if (state.executionId === undefined && state.asking === undefined) return state;
  const { asking: _, executionId: askedBy, ...rest } = state;
  return { ...rest, ...(askedBy === undefined ? {} : { askedBy }) };
}

/** Delivers a signal that came before its step, the oldest first. False: there is none. */
export function takeSignal(draft: RunDraft, { name, signal }: WorkflowGraphStep): boolean {
  const { signals } = draft.run;
  const index = signals.findIndex((one) => one.step === null && one.name === signal);
  const found = signals[index];
  if (found === undefined) return false;
  draft.change({ signals: signals.with(index, { ...found, step: name }) });
  draft.end(name, { status: 'succeeded', output: found.data });
  return true;
}

/** Returns whether one of them has ended by it. One with an execution ends when that does. */
function dropLosers(draft: RunDraft, { name, afterAny }: WorkflowGraphStep): boolean {
  let hasEnded = false;
  for (const loser of afterAny) {
    const state = draft.state(loser);
    if (state.status !== 'waiting' && state.status !== 'active') continue;
    if (state.executionId === undefined) {
      draft.end(loser, { status: 'skipped', verdict: 'not_first' });
      hasEnded = true;
      continue;
    }
    draft.setState(loser, { ...state, verdict: 'not_first' });
    stopStep(draft, loser, {
      reason: `${name} started after another step`,
      waitingOnly: false,
      rollback: true,
    });
  }
  return hasEnded;
}

export interface StopStep {
  readonly reason: string;
  /** True: what runs is left alone. */
  readonly waitingOnly: boolean;
  /** Whether a child workflow undoes what it did. */
  readonly rollback: boolean;
}

/** Asks everything that belongs to an active step to end. */
export function stopStep(draft: RunDraft, name: string, { reason, waitingOnly, rollback }: StopStep): void {
  const { executionId, child, children, activeSince, round } = draft.state(name);
  if (executionId !== undefined) draft.cancels.push({ executionId, reason, waitingOnly });
  if (child !== undefined)
    draft.commands.push({ runId: child.runId, command: { kind: 'stop_with_parent', reason, rollback } });
  const place = { run: draft.run.id, root: draft.run.rootId, step: name, phase: 'run', round } as const;
  for (const id of childIds(place, children, activeSince))
    draft.cancels.push({ executionId: id, reason, waitingOnly });
}
