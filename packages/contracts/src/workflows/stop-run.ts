import { needsUndo } from './compensate.js';
import { stopStep } from './release-steps.js';
import type { RunDraft } from './run-draft.js';
import type { WorkflowStop } from './workflow-run.js';

/**
 * Lets a run stop: nothing new starts, and what waits ends. After a failure what runs may end by itself; otherwise it is asked to stop.
 */
export function beginStopping(draft: RunDraft, stop: WorkflowStop): void {
  draft.to('stopping');
  draft.change({ stop });
  const terms = { reason: stop.reason, waitingOnly: stop.cause === 'failure', rollback: stop.rollback };
  for (const { name, kind } of draft.graph.steps) {
    const { status } = draft.state(name);
    if (status === 'waiting') draft.end(name, { status: 'cancelled' });
    if (status !== 'active') continue;
    stopStep(draft, name, terms);
    // Nobody has to be waited for.
    if (kind === 'approval' || kind === 'signal') draft.end(name, { status: 'cancelled' });
  }
}

/** Begins to undo, or ends the run, as soon as nothing of it runs any more. */
export function finishStopping(draft: RunDraft): void {
  const { graph, run } = draft;
  if (graph.steps.some(({ name }) => draft.state(name).status === 'active')) return;
  const { cause, rollback } = run.stop ?? { cause: 'cancel', rollback: false };
  const isFailure = cause === 'failure' || cause === 'deadline';
  if (rollback && graph.steps.some((step) => needsUndo(step, draft.state(step.name))))
    draft.to('compensating');
  else if (isFailure) draft.to('failed');
  else draft.to(rollback ? 'compensated' : 'cancelled');
}
