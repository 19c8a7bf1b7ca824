import { JobAlreadyExists } from '../errors/errors.js';
import type { ScheduledJob } from '../jobs/scheduled-job.js';
import type { JobByName } from '../ports/schedule-repository.js';
import { isInScope } from './in-scope.js';

/** The jobs that may execute and have a next run, the earliest first, for stores that filter rows one by one. */
export function jobsWithNextRun(jobs: Iterable<ScheduledJob>): readonly ScheduledJob[] {
  const nextMs = ({ nextRunAt }: ScheduledJob) => nextRunAt?.getTime() ?? 0;
  return [...jobs]
    .filter((job) => job.canExecute() && job.nextRunAt !== null)
    .sort((a, b) => nextMs(a) - nextMs(b) || (a.id < b.id ? -1 : 1));
}

/** The job of that name which has not ended, else the latest that has. Null: none. */
export function jobOfName(jobs: Iterable<ScheduledJob>, { name, tenant }: JobByName): ScheduledJob | null {
  const named = [...jobs]
    .filter((job) => job.name === name && isInScope(job, tenant))
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
  return named.find((job) => !job.isFinal()) ?? named[0] ?? null;
}

/** Throws JobAlreadyExists: a name belongs to one job of a tenant that has not ended. */
export function refuseTakenName(jobs: Iterable<ScheduledJob>, job: ScheduledJob): void {
  if (job.isFinal()) return;
  for (const other of jobs) {
    if (other.id === job.id || other.isFinal()) continue;
    if (other.name === job.name && other.tenant === job.tenant) throw new JobAlreadyExists('name', job.name);
  }
}
