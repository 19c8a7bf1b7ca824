import { JobAlreadyExists } from '../errors/errors.js';
import { JobAmbiguous } from '../errors/tenant-errors.js';
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

/**
 * The job of that name which has not ended, else the latest that has. Null: none. For all tenants, one without a tenant comes first, and
 * JobAmbiguous is thrown for a name that several tenants have.
 */
export function jobOfName(jobs: Iterable<ScheduledJob>, { name, tenant }: JobByName): ScheduledJob | null {
  const named = [...jobs].filter((job) => job.name === name && isInScope(job, tenant));
  const living = named.filter((job) => !job.isFinal());
  const candidates = living.length > 0 ? living : named;
  const owner = ownerOfName(name, new Set(candidates.map((job) => job.tenant)));
  const latestFirst = (a: ScheduledJob, b: ScheduledJob) =>
    b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);
  return candidates.filter((job) => job.tenant === owner).sort(latestFirst)[0] ?? null;
}

/** Whose job is meant by a name that jobs of these owners have. Null: the one without a tenant, or none. Throws JobAmbiguous. */
export function ownerOfName(name: string, owners: ReadonlySet<string | null>): string | null {
  if (owners.has(null)) return null;
  const [tenant = null, other = null] = owners;
  if (tenant !== null && other !== null) throw new JobAmbiguous(name, [tenant, other].sort());
  return tenant;
}

/** Throws JobAlreadyExists: a name belongs to one job of a tenant that has not ended. */
export function refuseTakenName(jobs: Iterable<ScheduledJob>, job: ScheduledJob): void {
  if (job.isFinal()) return;
  for (const other of jobs) {
    if (other.id === job.id || other.isFinal()) continue;
    if (other.name === job.name && other.tenant === job.tenant) throw new JobAlreadyExists('name', job.name);
  }
}
