import type { WorkflowRun, WorkflowStatus, WorkflowStepStatus, WorkflowUndo } from './workflow-run.js';

/** One thing that has changed in a run, for those who publish it. */
export type WorkflowChange =
  | { readonly kind: 'run'; readonly run: WorkflowRun; readonly from: WorkflowStatus | null }
  | {
      readonly kind: 'step';
      readonly run: WorkflowRun;
      readonly step: string;
      readonly from: WorkflowStepStatus;
    }
  /** The rollback of a step. From null: it begins. */
  | {
      readonly kind: 'rollback';
      readonly run: WorkflowRun;
      readonly step: string;
      readonly from: WorkflowUndo['status'] | null;
    };

/** What has changed between two states of a run, its steps in the order in which they came to be. Before null: it is new. */
export function changesOf(before: WorkflowRun | null, run: WorkflowRun): readonly WorkflowChange[] {
  const changes: WorkflowChange[] = [];
  if (before === null) changes.push({ kind: 'run', run, from: null });
  for (const [step, state] of Object.entries(run.steps)) {
    const known = before?.steps[step];
    if (known === state) continue;
    const from = known?.status ?? 'waiting';
    if (from !== state.status || (known?.round ?? 0) !== state.round)
      changes.push({ kind: 'step', run, step, from });
    const undone = known?.undo?.status ?? null;
    if ((state.undo?.status ?? null) !== undone && state.undo !== undefined)
      changes.push({ kind: 'rollback', run, step, from: undone });
  }
  if (before !== null && before.status !== run.status)
    changes.push({ kind: 'run', run, from: before.status });
  return changes;
}
