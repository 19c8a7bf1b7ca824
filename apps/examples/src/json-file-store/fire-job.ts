import {
  FiredOccurrences,
  type FireResult,
  type Firing,
  overlaps,
  skipForOverlap,
} from '@scheduler/contracts/adapter';
import type { StoreState } from './store-state.js';
import { checkedForUniqueKey, executionsOf, hasUnfinished, insert } from './stored-executions.js';

/** Moves the cursor of a job that is still as it was read, and inserts its executions. */
export function fireJob(state: StoreState, firing: Firing, at: Date): FireResult {
  const { id, revision } = firing.job;
  const job = state.jobs.get(id);
  if (job === undefined || job.revision !== revision || !job.canExecute()) {
    return { kind: 'conflict', jobId: id };
  }
  const running = executionsOf(state, id).filter(({ status }) => status === 'running');
  const fired = new FiredOccurrences(job, firing);
  for (const given of firing.executions) {
    const execution = overlaps(given, firing, running)
      ? skipForOverlap(given, at)
      : checkedForUniqueKey(state, given, at);
    const numbered = fired.numbered(execution);
    if (insert(state, numbered)) fired.add(numbered);
  }
  const result = fired.result({ hasUnfinished: hasUnfinished(state, id), at });
  state.jobs.set(id, result.job);
  return result;
}
