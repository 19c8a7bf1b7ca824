import type { Page, WorkflowRun } from '@scheduler/contracts';
import type { StrandedRuns } from '@scheduler/workflow';
import { type Check, counted, error, firstFew, ok, warning } from './check.js';

export interface WorkflowFacts {
  /** Null: the store keeps no workflows. */
  readonly stranded: StrandedRuns | null;
  readonly halfUndone: Page<WorkflowRun> | null;
  /** Whether handlers of other types, and so other steps, may exist on other nodes. */
  readonly acceptsUnknownTypes: boolean;
}

/** Checks for runs that do not proceed. */
export function checkWorkflows({
  stranded,
  halfUndone,
  acceptsUnknownTypes,
}: WorkflowFacts): readonly Check[] {
  return [
    ...(stranded === null ? [] : [steps(stranded, acceptsUnknownTypes)]),
    ...(halfUndone === null ? [] : [compensation(halfUndone)]),
  ];
}

function steps({ checked, stranded }: StrandedRuns, acceptsUnknownTypes: boolean): Check {
  if (stranded.length === 0) {
    const message =
      checked === 0 ? 'no run of a workflow is under way' : 'every run under way has its steps here';
    return ok('workflow-steps', message);
  }
  const missing = stranded.map(({ runId, workflow, steps: gone, rollbacks }) => {
    const what = gone.length > 0 ? gone.join(', ') : `rollback of ${rollbacks.join(', ')}`;
    return `${workflow} ${runId} (${what})`;
  });
  return (acceptsUnknownTypes ? warning : error)({
    name: 'workflow-steps',
    message: `steps of runs are missing here: ${firstFew(missing)}`,
    wayOut:
      'deploy a build that has the steps, or scheduler workflow:cancel the runs; workflow:plan lists them',
  });
}

function compensation({ items, total }: Page<WorkflowRun>): Check {
  if (total === 0) return ok('workflow-compensation', 'no rollback of a workflow has failed for good');
  return warning({
    name: 'workflow-compensation',
    message: `${counted(total, 'run')} could not be undone: ${items.map(({ id }) => id).join(', ')}`,
    wayOut: 'scheduler workflow:show <run> tells why; mend it, then workflow:resume-compensation <run>',
  });
}
