import type { RunDraft } from './run-draft.js';
import { stepsOf, type WorkflowGraphStep } from './workflow-graph.js';
import type { WorkflowStatus, WorkflowStepState } from './workflow-run.js';

const COMPLETED: readonly (WorkflowStatus | null)[] = ['completed', 'completed_with_errors'];

/** Whether a step has to be undone and is not: it succeeded, or began and did not succeed. */
export function needsUndo({ kind, hasRollback }: WorkflowGraphStep, state: WorkflowStepState): boolean {
  if (state.undo !== undefined && state.undo.status !== 'active') return false;
  if (kind === 'workflow') return COMPLETED.includes(state.child?.status ?? null);
  return hasRollback && (state.status === 'succeeded' || state.began === true);
}

/**
 * Undoes what was done, along the inverted graph: a step is undone after everything that came after it. Branches that do not depend on each
 * other are undone at the same time.
 */
export function compensate(draft: RunDraft): void {
  const open = draft.graph.steps.filter((step) => needsUndo(step, draft.state(step.name)));
  const { descendants } = stepsOf(draft.graph);
  for (const step of open) {
    const isFree = !open.some(({ name }) => descendants.get(step.name)?.has(name));
    if (isFree && draft.state(step.name).undo === undefined) undo(draft, step);
  }
  if (open.length > 0) return;
  const hasFailed = draft.graph.steps.some(({ name }) => draft.state(name).undo?.status === 'failed');
  draft.to(hasFailed ? 'compensation_failed' : 'compensated');
}

function undo(draft: RunDraft, step: WorkflowGraphStep): void {
  const state = draft.state(step.name);
  const activeSince = draft.at.getTime();
  if (step.kind === 'workflow' && state.child !== undefined) {
    const reason = draft.run.stop?.reason ?? 'the workflow that started it is undone';
    draft.commands.push({ runId: state.child.runId, command: { kind: 'compensate', reason } });
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
  draft.to('compensating');
  for (const { name } of draft.graph.steps) {
    const { undo, round, ...state } = draft.state(name);
    if (undo?.status === 'failed') draft.setState(name, { ...state, round: round + 1 });
  }
}
