import type { RunCommand } from './run-command.js';
import type { WorkflowRun } from './workflow-run.js';

/**
 * When a change of a run happens. A store may read the time before the run is its own, so that another node may have written a later one meanwhile;
 * what follows from an end must not seem to come before it.
 */
export function instantOfChange(run: WorkflowRun, commands: readonly RunCommand[], at: Date): Date {
  let latest = at.getTime();
  const see = (ms: number | undefined) => {
    if (ms !== undefined && ms > latest) latest = ms;
  };
  for (const { undo, ...state } of Object.values(run.steps))
    for (const { activeSince, endedAt, children } of undo === undefined ? [state] : [state, undo]) {
      see(activeSince);
      see(endedAt);
      see(children?.lastEndedAt);
    }
  for (const command of commands)
    if (command.kind === 'arrive')
      for (const { finishedAt } of command.executions) see(finishedAt?.getTime());
  return latest === at.getTime() ? at : new Date(latest);
}
