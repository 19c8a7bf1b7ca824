import type { ScheduledJob } from '@scheduler/contracts';
import { recurrenceOf, type RecurrenceEngine } from '@scheduler/recurrence';

/** The runs that the scheduler plans for a job. */
export interface PlannedRuns {
  readonly runs: readonly Date[];
  /** Whether the job has more runs after these. */
  readonly hasMore: boolean;
}

export interface PlanRequest {
  readonly engine: RecurrenceEngine;
  readonly job: ScheduledJob;
  /** The first instant, included. */
  readonly from: Date;
  readonly until: Date;
  readonly most: number;
}

/** What a job will run, by the code that the scheduler itself uses. A job that waits for an event, is paused or has ended plans nothing. */
export function plannedRuns({ engine, job, from, until, most }: PlanRequest): PlannedRuns {
  const { trigger, nextRunAt, maxExecutions, counters } = job;
  if (nextRunAt === null || !job.canExecute()) return { runs: [], hasMore: false };
  if (trigger.kind === 'once' || trigger.kind === 'now') return { runs: [nextRunAt], hasMore: false };
  const left = maxExecutions === null ? Infinity : maxExecutions - counters.fired;
  const recurrence = engine.compile(recurrenceOf(job));
  const begin = Math.max(from.getTime(), nextRunAt.getTime());
  const runs: Date[] = [];
  let next = recurrence.next(new Date(begin - 1));
  while (next !== null && next <= until && runs.length < Math.min(most, left)) {
    runs.push(next);
    next = recurrence.next(next);
  }
  return { runs, hasMore: next !== null && runs.length < left };
}
