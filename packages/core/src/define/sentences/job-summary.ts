import type {
  Execution,
  JobCounters,
  JobReference,
  JobStatus,
  ScheduledJob,
  Scheduler,
} from '@scheduler/contracts';
import { allItems } from '@scheduler/contracts/adapter';

/** The current state of a job. */
export interface JobSummary {
  readonly name: string;
  readonly status: JobStatus;
  /** Why it is paused, failed or cancelled. Null: no reason was given. */
  readonly statusReason: string | null;
  readonly running: readonly Execution[];
  /** Null: it has no next run. */
  readonly nextRunAt: Date | null;
  /** The execution that began last, or the trace of occurrences that were skipped. Null: none yet. */
  readonly last: Execution | null;
  readonly counters: JobCounters;
}

const MOST_RUNNING = 1_000;

/** Throws JobNotFound. */
export async function jobSummary(scheduler: Scheduler, reference: JobReference): Promise<JobSummary> {
  const { id, name, status, statusReason, nextRunAt, counters } = await scheduler.get(reference);
  const [running, latest] = await Promise.all([
    scheduler.history(id, { statuses: ['running'], limit: MOST_RUNNING, sortOrder: 'asc' }),
    scheduler.history(id, { limit: 1 }),
  ]);
  return {
    ...{ name, status, statusReason, nextRunAt, counters },
    running: running.items,
    last: latest.items[0] ?? null,
  };
}

const LARGEST_PAGE = 1_000;

/** Every job, by name. Jobs that are inserted meanwhile may be missing. */
export async function allJobs(scheduler: Scheduler): Promise<readonly ScheduledJob[]> {
  const listed = await allItems(LARGEST_PAGE, (page) =>
    scheduler.list({ ...page, sortBy: 'name', sortOrder: 'asc' }),
  );
  // A job that is inserted before others meanwhile moves one of them to the next page, where it is listed again.
  return [...new Map(listed.map((job) => [job.id, job])).values()];
}
