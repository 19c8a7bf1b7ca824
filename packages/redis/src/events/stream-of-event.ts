import type { StreamName } from './stream-key.js';

export interface StreamRules {
  /** Whether each dispatch becomes an entry of `job.dispatch`. */
  readonly mirrorDispatches: boolean;
  /** Whether the start and the end of each execution become entries of `events`. */
  readonly streamExecutions: boolean;
}

const DISPATCH = 'scheduler:job.dispatch';
const OF_ONE_EXECUTION = /^scheduler:execution\.(?!cancel_requested)/;

/**
 * What happens to a single execution is told to the listeners of its own process alone: telling every node about every start and end
 * would cost more than the work. Everything else reaches all.
 */
export function isForAllNodes(name: string): boolean {
  return name !== DISPATCH && !OF_ONE_EXECUTION.test(name);
}

/** Null: it leaves no entry. */
export function streamOfEvent(
  name: string,
  { mirrorDispatches, streamExecutions }: StreamRules,
): StreamName | null {
  if (name === DISPATCH) return mirrorDispatches ? 'job.dispatch' : null;
  return isForAllNodes(name) || streamExecutions ? 'events' : null;
}
