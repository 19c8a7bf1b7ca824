import type { StreamName } from './stream-key.js';

export interface StreamRules {
  /** Whether each dispatch becomes an entry of `job.dispatch`. */
  readonly mirrorDispatches: boolean;
  /** Whether the start and the end of each execution and of each workflow become entries of `events`. */
  readonly streamExecutions: boolean;
}

const DISPATCH = 'scheduler:job.dispatch';
const EXECUTION_EVENT =
  /^scheduler:(?:execution\.(?!cancel_requested)|workflow\.|job\.(?:completed|failed)$)/;

/**
 * Events of single executions and of workflows are delivered in their own process only: publishing every start and end to all nodes
 * would cost more than the work itself. All other events reach all nodes.
 */
export function isForAllNodes(name: string): boolean {
  return name !== DISPATCH && !EXECUTION_EVENT.test(name);
}

/** The stream that an event is added to. Null: none. */
export function streamOfEvent(
  name: string,
  { mirrorDispatches, streamExecutions }: StreamRules,
): StreamName | null {
  if (name === DISPATCH) return mirrorDispatches ? 'job.dispatch' : null;
  return isForAllNodes(name) || streamExecutions ? 'events' : null;
}
