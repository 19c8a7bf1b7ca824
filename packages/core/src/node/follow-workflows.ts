import type { Logger, WorkflowRun } from '@scheduler/contracts';
import {
  type AdvancedRuns,
  executionIdsOf,
  type JobQueue,
  type WorkflowRepository,
} from '@scheduler/contracts/adapter';
import { announce, publishNew } from '../signals/announce.js';
import type { ExecutionEvents } from '../signals/events/execution-events.js';
import type { StorePorts } from '../support/store-ports.js';
import type { WorkflowEvents } from '../signals/events/workflow-events.js';

export interface FollowWorkflowsParts {
  readonly ports: Pick<StorePorts, 'has'>;
  readonly workflows: WorkflowRepository;
  readonly queue: JobQueue;
  readonly logger: Logger;
  readonly events: ExecutionEvents;
  readonly workflowEvents: WorkflowEvents;
  /** Asks an execution that runs on this node to stop. */
  readonly stopLocally: (executionId: string, reason: string) => void;
}

/** Those who follow the runs of a store in this process, the first first. */
const followers = new WeakMap<WorkflowRepository, Set<FollowWorkflowsParts>>();

/**
 * Announces the executions that runs of workflows have added in this process, publishes what has changed, and stops what a cancelled run still
 * runs, whatever advanced the runs. Where several nodes share a store, the first one does it for all. Returns how to stop it.
 */
export function followWorkflows(parts: FollowWorkflowsParts): () => void {
  const { workflows, ports } = parts;
  if (!ports.has('workflows')) return () => undefined;
  const all = followers.get(workflows) ?? new Set();
  followers.set(workflows, all.add(parts));
  const leave = workflows.onAdvanced((advanced) => {
    const [first] = all;
    if (first === parts) tell(parts, advanced);
  });
  return () => {
    all.delete(parts);
    leave();
  };
}

function tell(parts: FollowWorkflowsParts, { executions, changes }: AdvancedRuns): void {
  parts.workflowEvents.publish(changes);
  for (const run of stoppedBy(changes)) void stopRunning(parts, run);
  if (executions.length === 0) return;
  publishNew(parts.events, executions);
  void announce(parts, executions);
}

const READ_AT_ONCE = 500;

/** Runs that begin to stop, and whose running steps are asked to end. After a failure those may end by themselves. */
function stoppedBy(changes: AdvancedRuns['changes']): readonly WorkflowRun[] {
  return changes.flatMap(({ kind, run }) =>
    kind === 'run' && run.status === 'stopping' && run.stop?.cause !== 'failure' ? [run] : [],
  );
}

/** What runs here is aborted at once. Other nodes learn it from the bus, or by their next heartbeat. */
async function stopRunning(parts: FollowWorkflowsParts, run: WorkflowRun): Promise<void> {
  const active = Object.entries(run.steps).filter(([, { status }]) => status === 'active');
  const ids = executionIdsOf({ ...run, steps: Object.fromEntries(active) });
  try {
    for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
      const found = await parts.workflows.executions({ ids: ids.slice(from, from + READ_AT_ONCE) });
      const asked = found.filter(
        ({ status, cancelRequest }) => status === 'running' && cancelRequest !== null,
      );
      for (const { id, cancelRequest } of asked) parts.stopLocally(id, cancelRequest ?? '');
      parts.events.publish('scheduler:execution.cancel_requested', asked);
    }
  } catch (error) {
    parts.logger.warn('running steps of a workflow were not told to stop; their next heartbeat tells them', {
      workflow: run.id,
      error: String(error),
    });
  }
}
