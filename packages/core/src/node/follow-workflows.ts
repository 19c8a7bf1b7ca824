import type { Logger } from '@scheduler/contracts';
import type { AdvancedRuns, JobQueue, WorkflowRepository } from '@scheduler/contracts/adapter';
import { announce, publishNew } from '../signals/announce.js';
import type { ExecutionEvents } from '../signals/events/execution-events.js';

export interface FollowWorkflowsParts {
  readonly workflows: WorkflowRepository;
  readonly queue: JobQueue;
  readonly logger: Logger;
  readonly events: ExecutionEvents;
}

/** Announces the executions that runs of workflows have added in this process, whatever advanced them. Returns how to stop it. */
export function followWorkflows(parts: FollowWorkflowsParts): () => void {
  return parts.workflows.onAdvanced(({ executions }: AdvancedRuns) => {
    if (executions.length === 0) return;
    publishNew(parts.events, executions);
    void announce(parts, executions);
  });
}
