import type { RunCommand } from './run-command.js';
import type { WorkflowRun, WorkflowStepState } from './workflow-run.js';

type Timed = Pick<WorkflowStepState, 'activeSince' | 'endedAt' | 'children'>;

/**
 * When a change of a run happens. A store may read the time before the run is its own, so that another node may have written a later one meanwhile;
 * what follows from an end must not seem to come before it.
 */
export function instantOfChange(run: WorkflowRun, commands: readonly RunCommand[], at: Date): Date {
  let latest = at.getTime();
  const see = (ms: number | undefined) => {
    if (ms !== undefined && ms > latest) latest = ms;
  };
  const seeAll = ({ activeSince, endedAt, children }: Timed) => {
    see(activeSince);
    see(endedAt);
    see(children?.lastEndedAt);
  };
  // Asked for each step that ends, so that nothing is copied.
  for (const name of Object.keys(run.steps)) {
    const state = run.steps[name];
    if (state === undefined) continue;
    seeAll(state);
    if (state.undo !== undefined) seeAll(state.undo);
  }
  for (const command of commands)
    if (command.kind === 'arrive')
      for (const { finishedAt } of command.executions) see(finishedAt?.getTime());
  return latest === at.getTime() ? at : new Date(latest);
}
