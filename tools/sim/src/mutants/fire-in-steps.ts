import type { Execution, ScheduledJob } from '@scheduler/contracts';
import { type Firing, skipForOverlap } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '@scheduler/memory';

/** The result of the first half of firing, for stores that fire in two statements. */
export interface Planned {
  readonly expectedRevision: number;
  readonly job: ScheduledJob;
  readonly executions: readonly Execution[];
}

/** Computes what firing would write. Null: the job was changed meanwhile. */
export function planned(database: MemoryDatabase, { job: read, ...firing }: Firing): Planned | null {
  const record = database.jobs.records.get(read.id);
  if (record === undefined || record.job.revision !== read.revision || !record.job.canExecute()) return null;
  const at = database.now();
  const isRunning = (database.executions.runsOf(read.id)?.running ?? 0) > 0;
  let { fired } = record.job.counters;
  const executions = firing.executions.map((execution) => {
    const skips = execution.exclusive && isRunning && execution.status === 'pending';
    if (skips) return skipForOverlap(execution, at);
    return execution.status === 'pending' ? { ...execution, occurrence: (fired += 1) } : execution;
  });
  const active = record.job.status === 'pending' ? record.job.activate(record.job.nextRunAt, at) : record.job;
  const occurrences = fired - record.job.counters.fired;
  const job = active.fired({ ...firing, occurrences, hasUnfinished: occurrences > 0 || isRunning, at });
  return { expectedRevision: read.revision, job: job.with({ revision: read.revision + 1 }), executions };
}

/** Writes the job. False: the job was changed meanwhile. */
export function advance(database: MemoryDatabase, { job, expectedRevision }: Planned): boolean {
  const record = database.jobs.records.get(job.id);
  if (record === undefined || record.job.revision !== expectedRevision) return false;
  database.jobs.replace(record, job);
  return true;
}

export function insert(database: MemoryDatabase, { executions }: Planned): void {
  for (const execution of executions) database.executions.insert(execution, database.now().getTime());
}
