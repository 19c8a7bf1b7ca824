import { isOneOff, type ScheduledJob } from '@scheduler/contracts';
import { jitterOf, type Recurrence, type RecurrenceEngine, recurrenceOf } from '@scheduler/recurrence';

const HOUR_MS = 3_600_000;

/** One expected run. */
export interface ForeseenStart {
  /** Epoch milliseconds, including the jitter. */
  readonly at: number;
  readonly job: ScheduledJob;
}

/** A job that may run, at times that cannot be computed. */
export interface Unforeseen {
  readonly name: string;
  readonly why: string;
}

export interface StartsRequest {
  readonly jobs: readonly ScheduledJob[];
  readonly from: Date;
  readonly until: Date;
  readonly recurrence: RecurrenceEngine;
  /** The computation stops at the end of the hour in which there are more; the runs of a job with several expressions count as often. */
  readonly limit: number;
}

export interface ForeseenStarts {
  /** Ordered by time. */
  readonly starts: readonly ForeseenStart[];
  readonly unforeseen: readonly Unforeseen[];
  /** Earlier than requested where there are too many. */
  readonly until: Date;
}

/** All runs from one instant up to another, exclusive. Paused and ended jobs do not run. Pure. */
export function foreseenStarts({ jobs, from, until, recurrence, limit }: StartsRequest): ForeseenStarts {
  const unforeseen: Unforeseen[] = [];
  const cursors: Cursor[] = [];
  for (const job of jobs.filter((each) => each.canExecute())) {
    const cursor = cursorOf(job, from, recurrence);
    if (typeof cursor === 'string') unforeseen.push({ name: job.name, why: cursor });
    else cursors.push(cursor);
  }
  const starts: ForeseenStart[] = [];
  const last = until.getTime();
  let end = from.getTime();
  let work = 0;
  while (end < last && work <= limit) {
    end = Math.min(last, (Math.floor(end / HOUR_MS) + 1) * HOUR_MS);
    for (const cursor of cursors) work += cursor.advanceTo(end, starts);
  }
  const within = starts.filter(({ at }) => at < end).sort((a, b) => a.at - b.at);
  return { starts: within, unforeseen, until: new Date(end) };
}

/** Iterates over the occurrences of one job. */
class Cursor {
  constructor(
    private readonly job: ScheduledJob,
    private next: Date | null,
    /** Null: it runs once. */
    private readonly recurrence: Recurrence | null,
    private left: number,
  ) {}

  /** Adds the runs before `end`. Returns what it took: each expression of a job is asked for each of its runs. */
  advanceTo(end: number, starts: ForeseenStart[]): number {
    const { job } = this;
    const before = starts.length;
    while (this.next !== null && this.left > 0 && this.next.getTime() < end) {
      const jitter = jitterOf({ jobId: job.id, at: this.next, maxMs: job.jitterMs });
      starts.push({ at: this.next.getTime() + jitter, job });
      this.left -= 1;
      this.next = this.recurrence?.next(this.next) ?? null;
    }
    return (starts.length - before) * (job.trigger.kind === 'cron' ? job.trigger.expressions.length : 1);
  }
}

/** The cursor of a job; an overdue job runs at the beginning. A text: why its times cannot be computed. */
function cursorOf(job: ScheduledJob, from: Date, recurrence: RecurrenceEngine): Cursor | string {
  const left = job.maxExecutions === null ? Number.POSITIVE_INFINITY : job.maxExecutions - job.counters.fired;
  const { nextRunAt } = job;
  if (nextRunAt === null) return WITHOUT_INSTANTS[job.trigger.kind] ?? 'has no next run';
  const first = nextRunAt.getTime() < from.getTime() ? from : nextRunAt;
  if (isOneOff(job.trigger)) return new Cursor(job, first, null, left);
  try {
    return new Cursor(job, first, recurrence.compile(recurrenceOf(job)), left);
  } catch {
    return 'its trigger cannot be read';
  }
}

const WITHOUT_INSTANTS: Readonly<Record<string, string>> = {
  event: 'waits for an event',
  reboot: 'runs when a node starts',
};
