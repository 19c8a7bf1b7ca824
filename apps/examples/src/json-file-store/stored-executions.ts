import { type Execution, JobAlreadyExists, type ScheduledJob } from '@scheduler/contracts';
import {
  availableWhenAdded,
  isHeld,
  type JobFacts,
  type Lease,
  withUniqueKey,
} from '@scheduler/contracts/adapter';
import type { StoreState } from './store-state.js';

/** Steps that several operations share. Each works on the copy of a write. */

/** A new execution as it is to be stored: skipped, or refused, where its unique key is taken. */
export function checkedForUniqueKey(state: StoreState, execution: Execution, at: Date): Execution {
  return withUniqueKey(execution, latestWithKeyOf(state, execution), at);
}

/** The execution that took the same unique key last. Null: nobody has. */
export function latestWithKeyOf({ executions }: StoreState, { unique }: Execution): Execution | null {
  if (unique === null) return null;
  const taken = [...executions.values()].filter((one) => one.unique?.key === unique.key);
  return taken.findLast(({ status }) => status !== 'skipped') ?? null;
}

/** False: its id or its occurrence exists already, and nothing was written. */
export function insert(state: StoreState, execution: Execution): boolean {
  const { id, jobId, occurrenceAt } = execution;
  if (state.executions.has(id)) return false;
  const isRepeated =
    occurrenceAt !== null &&
    executionsOf(state, jobId).some((one) => one.occurrenceAt?.getTime() === occurrenceAt.getTime());
  if (!isRepeated) state.executions.set(id, execution);
  return !isRepeated;
}

/** All or none: the first that is refused fails the step. */
export function insertAll(state: StoreState, given: readonly Execution[], at: Date): readonly Execution[] {
  return given.map((execution) => {
    const checked = checkedForUniqueKey(state, availableWhenAdded(execution, at.getTime()), at);
    if (!insert(state, checked)) throw new JobAlreadyExists('id', execution.id);
    return checked;
  });
}

export function executionsOf({ executions }: StoreState, jobId: string | null): readonly Execution[] {
  return jobId === null ? [] : [...executions.values()].filter((one) => one.jobId === jobId);
}

export function hasUnfinished(state: StoreState, jobId: string): boolean {
  return executionsOf(state, jobId).some(({ status }) => status === 'pending' || status === 'running');
}

/** Null: the lease is lost. */
export function heldExecution({ executions }: StoreState, { executionId, fence }: Lease): Execution | null {
  const execution = executions.get(executionId);
  return execution !== undefined && isHeld(execution, fence) ? execution : null;
}

export function remove({ executions, logs }: StoreState, id: string): void {
  executions.delete(id);
  logs.delete(id);
}

/** In the step that changed an execution: what that makes of its job. */
export function changeJobOf(
  state: StoreState,
  { jobId }: Execution,
  change: (job: ScheduledJob, facts: JobFacts) => ScheduledJob,
  at: Date,
): void {
  const job = jobId === null ? undefined : state.jobs.get(jobId);
  if (job !== undefined)
    state.jobs.set(job.id, change(job, { hasUnfinished: hasUnfinished(state, job.id), at }));
}
