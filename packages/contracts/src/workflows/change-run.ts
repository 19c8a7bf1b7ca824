import { arrive, childEnded } from './arrive.js';
import { resumeCompensation } from './compensate.js';
import { instantOfChange } from './instant-of-change.js';
import { progress } from './progress.js';
import type { RunCommand } from './run-command.js';
import {
  addChildren,
  cancel,
  compensateEnded,
  decide,
  pause,
  resume,
  retry,
  signal,
  stopWithParent,
} from './run-commands.js';
import { RunDraft, type RunEffects } from './run-draft.js';
import type { WorkflowGraph } from './workflow-graph.js';
import type { WorkflowRun } from './workflow-run.js';

/**
 * Decides what a command changes in a run, and what follows from it. Everything that a workflow means is decided here and in the files beside
 * this one, without reading or writing: stores load the run, call this, and write what it returns in one step. Throws if the run does not allow it.
 */
export function changeRun(
  run: WorkflowRun,
  graph: WorkflowGraph,
  commands: readonly RunCommand[],
  at: Date,
): RunEffects {
  const draft = new RunDraft(run, graph, instantOfChange(run, commands, at));
  for (const command of commands) apply(draft, command);
  progress(draft);
  return draft.effects();
}

function apply(draft: RunDraft, command: RunCommand): void {
  switch (command.kind) {
    case 'arrive':
      return arrive(draft, command.executions);
    case 'child_ended':
      return childEnded(draft, command.step, { runId: command.runId, status: command.status });
    case 'add_children':
      return addChildren(draft, command);
    case 'pause':
      return pause(draft);
    case 'resume':
      return resume(draft, command);
    case 'cancel':
      return cancel(draft, command);
    case 'stop_with_parent':
      return stopWithParent(draft, command);
    case 'compensate':
      return compensateEnded(draft, command);
    case 'decide':
      return decide(draft, command);
    case 'signal':
      return signal(draft, command);
    case 'retry':
      return retry(draft, command);
    case 'resume_compensation':
      return resumeCompensation(draft);
  }
}
