import type { Execution, ScheduledJob } from '@scheduler/contracts';
import { type Firing, skipForOverlap } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '@scheduler/memory';

/** The two halves of firing, for stores that do them one after the other. */
export interface Planned {
  readonly expectedRevision: number;
  readonly job: ScheduledJob;
  readonly executions: readonly Execution[];
}

/** What firing would write. Null: the job was changed by somebody else. */
export function planned(database: MemoryDatabase, { job: read, ...firing }: Firing): Planned | null {
  const record = database.jobs.records.get(read.id);
  if (record === undefined || record.job.revision !== read.revision || !record.job.canExecute()) return null;
  const at = database.now();
  const isRunning = (database.executions.runsOf(read.id)?.running ?? 0) > 0;
  let { fired } = record.job.counters;
  const executions = firing.executions.map((given) => {
    const skips = given.exclusive && isRunning && given.status === 'pending';
    if (skips) return skipForOverlap(given, at);
    return given.status === 'pending' ? { ...given, occurrence: (fired += 1) } : given;
  });
  const active = record.job.status === 'pending' ? record.job.activate(record.job.nextRunAt, at) : record.job;
  const occurrences = fired - record.job.counters.fired;
  const job = active.fired({ ...firing, occurrences, hasUnfinished: occurrences > 0 || isRunning, at });
  return { expectedRevision: read.revision, job: job.with({ revision: read.revision + 1 }), executions };
}

/** False: somebody else was faster. */
export function advance(database: MemoryDatabase, { job, expectedRevision }: Planned): boolean {
  const record = database.jobs.records.get(job.id);
  if (record === undefined || record.job.revision !== expectedRevision) return false;
  database.jobs.replace(record, job);
  return true;
}

export function insert(database: MemoryDatabase, { executions }: Planned): void {
  for (const execution of executions) database.executions.insert(execution, database.now().getTime());
}
