import type { WorkflowGraph, WorkflowRun } from '@scheduler/contracts';
import { type StepView, stepView } from './workflow-state.js';

/** What is drawn: a graph, and a run of it whose states are shown. Null: the graph alone. */
export interface Picture {
  readonly graph: WorkflowGraph;
  readonly run: WorkflowRun | null;
}

export function stepsIn({ graph, run }: Picture): readonly StepView[] {
  return graph.steps.map((step) => stepView(step, run));
}

/** The state of a step as it is drawn: that of its rollback, if it has begun. */
export function stateOf({ status, state }: StepView): string {
  if (state.undo === undefined) return status;
  return { active: 'undoing', done: 'undone', failed: 'undo_failed' }[state.undo.status];
}

/** What the state alone does not say. Empty: nothing. */
export function noteOf({ state }: StepView): string {
  const { children, decision, verdict, child, error } = state;
  const notes = [
    children === undefined ? null : `${children.ended}/${children.total ?? '?'} items`,
    decision === undefined
      ? null
      : `${decision.approved ? 'approved' : 'rejected'}${decision.by === null ? '' : ` by ${decision.by}`}`,
    verdict === undefined ? null : verdict.replaceAll('_', ' '),
    child === undefined ? null : `run ${child.runId}`,
    error ?? null,
  ];
  return notes.filter((note) => note !== null).join(', ');
}

export const COLOURS: Readonly<Record<string, string>> = {
  waiting: '#eeeeee',
  active: '#cfe8ff',
  succeeded: '#c8f0d0',
  failed: '#ffc9c9',
  skipped: '#f5f0d0',
  cancelled: '#dddddd',
  undoing: '#ffe3b3',
  undone: '#e6dcf5',
  undo_failed: '#ff9d9d',
};
