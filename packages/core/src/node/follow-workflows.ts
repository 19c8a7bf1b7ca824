import type { Logger } from '@scheduler/contracts';
import {
  type AdvancedRuns,
  type JobQueue,
  NEVER,
  type WorkflowRepository,
} from '@scheduler/contracts/adapter';
import { announce, publishNew, signalQueues } from '../signals/announce.js';
import type { ExecutionEvents } from '../signals/events/execution-events.js';
import type { StorePorts } from '../support/store-ports.js';
import type { WorkflowEngine } from './workflow-engine.js';
import type { WorkflowEvents } from '../signals/events/workflow-events.js';

export interface FollowWorkflowsParts {
  readonly ports: Pick<StorePorts, 'has'>;
  readonly workflows: WorkflowRepository;
  readonly queue: JobQueue;
  readonly logger: Logger;
  readonly events: ExecutionEvents;
  readonly workflowEvents: WorkflowEvents;
  /** The workflows that were given to this node. */
  readonly workflowEngine?: Pick<WorkflowEngine, 'advanced'> | undefined;
  /** Asks an execution that runs on this node to stop. */
  readonly stopLocally: (executionId: string, reason: string) => void;
}

/** Those who follow the runs of a store in this process, the first first. */
const followers = new WeakMap<WorkflowRepository, Set<FollowWorkflowsParts>>();

/**
 * Announces the executions that runs of workflows have added or released in this process, publishes what has changed, and stops what runs have
 * asked to stop, whatever advanced the runs. Where several nodes share a store, each stops what it runs itself, and the first one does the rest
 * for all. Returns how to stop it.
 */
export function followWorkflows(parts: FollowWorkflowsParts): () => void {
  const { workflows, ports } = parts;
  if (!ports.has('workflows')) return () => undefined;
  const all = followers.get(workflows) ?? new Set();
  followers.set(workflows, all.add(parts));
  const leave = workflows.onAdvanced((advanced) => {
    parts.workflowEngine?.advanced?.(advanced);
    for (const { executionId, reason } of advanced.asked) parts.stopLocally(executionId, reason);
    const [first] = all;
    if (first === parts) tell(parts, advanced);
  });
  return () => {
    all.delete(parts);
    leave();
  };
}

function tell(parts: FollowWorkflowsParts, { executions, postponed, asked, changes }: AdvancedRuns): void {
  parts.workflowEvents.publish(changes);
  if (asked.length > 0) void publishStops(parts, asked);
  const released = postponed.filter(({ availableAt }) => availableAt < NEVER);
  if (released.length > 0) void wake(parts, released);
  if (executions.length === 0) return;
  publishNew(parts.events, executions);
  void announce(parts, executions);
}

const READ_AT_ONCE = 500;

/** Tells other nodes of running executions that were asked to stop. Without it they learn it by their next heartbeat. */
async function publishStops(parts: FollowWorkflowsParts, asked: AdvancedRuns['asked']): Promise<void> {
  try {
    const ids = asked.map(({ executionId }) => executionId);
    for await (const found of read(parts, ids)) {
      const stopping = found.filter(
        ({ status, cancelRequest }) => status === 'running' && cancelRequest !== null,
      );
      parts.events.publish('scheduler:execution.cancel_requested', stopping);
    }
  } catch (error) {
    parts.logger.warn(
      'other nodes were not told of running steps that have to stop; their next heartbeat tells them',
      { executions: asked.length, error: String(error) },
    );
  }
}

/**
 * Wakes the queues of executions that a resumed run has released. A queue with messages gets each of them again, because its message may have
 * been used up while the run was paused, or may be at this moment, in which case the signal finds what it names.
 */
async function wake(parts: FollowWorkflowsParts, released: AdvancedRuns['postponed']): Promise<void> {
  const { queue, logger } = parts;
  await signalQueues(parts, [...new Set(released.flatMap(({ queues }) => queues))]);
  if (queue.delivery === 'signal') return;
  try {
    const ids = released.flatMap(({ executionIds }) => executionIds);
    for await (const found of read(parts, ids)) await announce({ queue, logger, redelivery: true }, found);
  } catch (error) {
    logger.warn('steps of a resumed workflow were not dispatched again; maintenance does it', {
      error: String(error),
    });
  }
}

async function* read({ workflows }: FollowWorkflowsParts, ids: readonly string[]) {
  for (let from = 0; from < ids.length; from += READ_AT_ONCE)
    yield await workflows.executions({ ids: ids.slice(from, from + READ_AT_ONCE) });
}
