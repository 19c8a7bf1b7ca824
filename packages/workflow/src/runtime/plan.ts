import type { WorkflowGraph, WorkflowRun, WorkflowStatus } from '@scheduler/contracts';
import type { WorkflowDefinition } from '../declare/workflow-definition.js';

/** A run that this version of the program could not finish. */
export interface StrandedRun {
  readonly runId: string;
  readonly workflow: string;
  readonly status: WorkflowStatus;
  /** The steps that have not ended and that the program does not have, or has as another kind of step. */
  readonly steps: readonly string[];
  /** The steps that the program could not undo, because it has no rollback for them any more. */
  readonly rollbacks: readonly string[];
}

export interface StrandedRuns {
  /** How many runs that have not ended were looked at. */
  readonly checked: number;
  readonly stranded: readonly StrandedRun[];
}

/** What of a run the program cannot do. Null: nothing is missing. Pure. */
export function strandedRun(
  run: WorkflowRun,
  graph: WorkflowGraph,
  definition: WorkflowDefinition | null,
): StrandedRun | null {
  const kinds = new Map(definition?.graph.steps.map(({ name, kind }) => [name, kind]));
  const steps = graph.steps
    .filter(({ name, kind }) => isOpen(run, name) && kinds.get(name) !== kind)
    .map(({ name }) => name);
  const rollbacks = graph.steps
    .filter(
      ({ name, hasRollback }) =>
        hasRollback &&
        run.steps[name]?.undo?.status !== 'done' &&
        definition?.steps.get(name)?.rollback === undefined,
    )
    .map(({ name }) => name);
  if (steps.length === 0 && rollbacks.length === 0) return null;
  return { runId: run.id, workflow: run.name, status: run.status, steps, rollbacks };
}

function isOpen(run: WorkflowRun, step: string): boolean {
  const status = run.steps[step]?.status ?? 'waiting';
  return status === 'waiting' || status === 'active';
}
