import type { Execution, ScheduledJob } from '@scheduler/contracts';
import { FiredOccurrences, type Firing, skipForOverlap } from '@scheduler/contracts/adapter';
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
  const fired = new FiredOccurrences(record.job, firing);
  for (const given of firing.executions) {
    const skips = given.exclusive && isRunning && given.status === 'pending';
    fired.add(skips ? skipForOverlap(given, at) : fired.numbered(given));
  }
  const { job, executions } = fired.result({ hasUnfinished: isRunning, at });
  return { expectedRevision: read.revision, job, executions };
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
