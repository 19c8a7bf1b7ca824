import { compensate } from './compensate.js';
import { isOpen, releaseSteps } from './release-steps.js';
import type { RunDraft } from './run-draft.js';
import { beginStopping, finishStopping } from './stop-run.js';
import type { WorkflowGraphStep } from './workflow-graph.js';
import type { WorkflowStepState } from './workflow-run.js';

/** Takes a run as far as it can go now. */
export function progress(draft: RunDraft): void {
  if (draft.run.status === 'running') advance(draft);
  if (draft.run.status === 'stopping') finishStopping(draft);
  if (draft.run.status === 'compensating') compensate(draft);
}

function advance(draft: RunDraft): void {
  const failed = draft.graph.steps.find((step) => failsRun(step, draft.state(step.name)));
  if (failed !== undefined) {
    const { error = 'it failed' } = draft.state(failed.name);
    const reason = `step ${failed.name}: ${error}`;
    beginStopping(draft, { cause: 'failure', step: failed.name, reason, rollback: true });
    return;
  }
  releaseSteps(draft);
  const { steps } = draft.graph;
  if (steps.some(({ name }) => isOpen(draft.state(name)))) return;
  const hasFailed = steps.some(({ name }) => draft.state(name).status === 'failed');
  draft.to(hasFailed ? 'completed_with_errors' : 'completed');
}

/** A map fails its run with its first child that fails, before the others have ended. */
function failsRun({ onError }: WorkflowGraphStep, { status, children, verdict }: WorkflowStepState): boolean {
  // The children of a loser were cancelled by the run itself.
  if (onError !== 'fail' || verdict === 'not_first') return false;
  return status === 'failed' || (status === 'active' && (children?.failed ?? 0) > 0);
}
