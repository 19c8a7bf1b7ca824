import { IllegalTransition } from '../errors/errors.js';
import type { RunDraft } from './run-draft.js';
import { stepsOf, type WorkflowGraphStep } from './workflow-graph.js';
import type { WorkflowStatus, WorkflowStepState } from './workflow-run.js';

const UNDOABLE: readonly (WorkflowStatus | null)[] = [
  'completed',
  'completed_with_errors',
  'compensation_failed',
];

/** Whether a step has to be undone and is not: it succeeded, or began and did not succeed. */
export function needsUndo({ kind, hasRollback }: WorkflowGraphStep, state: WorkflowStepState): boolean {
  if (state.undo !== undefined && state.undo.status !== 'active') return false;
  if (kind === 'workflow') return UNDOABLE.includes(state.child?.status ?? null);
  return hasRollback && (state.status === 'succeeded' || state.began === true);
}

/**
 * Undoes what was done, along the inverted graph: a step is undone after everything that came after it. Branches that do not depend on each
 * other are undone at the same time.
 */
export function compensate(draft: RunDraft): void {
  const { descendants } = stepsOf(draft.graph);
  const open = new Set<string>();
  // From the last to the first, so that what comes after a step is known when the step is reached.
  for (const step of [...draft.graph.steps].reverse()) {
    if (!needsUndo(step, draft.state(step.name))) continue;
    const isFree = ![...(descendants.get(step.name) ?? [])].some((later) => open.has(later));
    if (isFree && draft.state(step.name).undo === undefined) undo(draft, step);
    if (draft.state(step.name).undo?.status !== 'failed') open.add(step.name);
  }
  if (open.size > 0) return;
  const hasFailed = draft.graph.steps.some(({ name }) => draft.state(name).undo?.status === 'failed');
  draft.to(hasFailed ? 'compensation_failed' : 'compensated');
}

function undo(draft: RunDraft, step: WorkflowGraphStep): void {
  const state = draft.state(step.name);
  const activeSince = draft.at.getTime();
  if (step.kind === 'workflow' && state.child !== undefined) {
    const { runId, status } = state.child;
    if (status === 'compensation_failed' && state.failedUndos === undefined) {
      const error = `workflow ${runId} is ${status}`;
      const failed = { status: 'failed', activeSince, endedAt: activeSince, error } as const;
      draft.setState(step.name, { ...state, undo: failed });
      return;
    }
    const reason = draft.run.stop?.reason ?? 'the workflow that started it is undone';
    draft.commands.push({ runId, command: { kind: 'compensate', reason } });
    draft.setState(step.name, { ...state, undo: { status: 'active', activeSince } });
    return;
  }
  const executionId = draft.addExecution(step, { phase: 'undo' });
  const children = { added: 0, total: null, ended: 0, failed: 0 };
  draft.setState(step.name, {
    ...state,
    undo: {
      status: 'active',
      executionId,
      activeSince,
      ...(step.kind === 'map' ? { children } : {}),
    },
  });
}

/** Lets the rollbacks that have failed be tried again. */
export function resumeCompensation(draft: RunDraft): void {
  const { id, status } = draft.run;
  if (status !== 'compensation_failed')
    throw new IllegalTransition(`workflow ${id}`, status, 'compensating', 'no rollback of it has failed');
  draft.to('compensating');
  for (const { name } of draft.graph.steps) {
    const { undo, ...state } = draft.state(name);
    if (undo?.status === 'failed')
      draft.setState(name, { ...state, failedUndos: [...(state.failedUndos ?? []), undo] });
  }
}
