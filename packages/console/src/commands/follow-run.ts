import { hasWorkflowEnded } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import type { WorkflowRuns, WorkflowState } from '@scheduler/workflow';
import type { ConsoleIo } from '../output/console-io.js';
import { truncate } from '../output/text.js';
import { runProgress } from '../views/workflow-view.js';
import { pauseUntil } from './follow-execution.js';
import { StopRequests } from '../processes/stop-requests.js';

export interface FollowRunParts {
  readonly node: SchedulerNode;
  readonly runs: WorkflowRuns;
  readonly io: ConsoleIo;
}

export interface FollowedRun {
  readonly state: WorkflowState;
  /** The exit code of the signal that stopped the display. Null: no signal came. */
  readonly exitCode: number | null;
}

/** Shows the progress of a run until it has ended, or until a signal. */
export async function followRun({ node, runs, io }: FollowRunParts, id: string): Promise<FollowedRun> {
  const stops = new StopRequests(io);
  let last = '';
  try {
    for (;;) {
      const state = await runs.getState(id);
      if (hasWorkflowEnded(state.run.status) || stops.isRequested) return { state, exitCode: stops.exitCode };
      const text = runProgress(state);
      if (text !== last) show(io, text);
      last = text;
      await pauseUntil(node, stops.first);
    }
  } finally {
    io.progress(null);
    stops.dispose();
  }
}

/** One line on a terminal, which is redrawn and therefore must not be wider than it; elsewhere a line for each change. */
function show(io: ConsoleIo, text: string): void {
  if (io.width === null) io.info(text);
  else io.progress(truncate(text, io.width));
}
