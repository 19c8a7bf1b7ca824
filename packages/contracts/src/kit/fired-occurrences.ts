import { type Execution, jobConcurrencyLimit } from '../executions/execution.js';
import type { ScheduledJob } from '../jobs/scheduled-job.js';
import type { FireResult, Firing } from '../ports/schedule-repository.js';

/** A running execution of a job. A start that is not known counts as early enough. */
export type RunningExecution = Pick<Execution, 'startedAt'>;

/**
 * Whether an occurrence that is to run is skipped, because as many executions of its job as may run at once were running when it fell due
 * and still run. What started later is no reason to skip: nothing ran at its instant, so that an occurrence which was fired late waits.
 */
export function overlaps(
  execution: Execution,
  { overlap }: Pick<Firing, 'overlap'>,
  running: Iterable<RunningExecution>,
): boolean {
  if (execution.status !== 'pending' || overlap === 'queue') return false;
  const most = jobConcurrencyLimit(execution);
  if (most === Infinity) return false;
  const dueAt = execution.occurrenceAt ?? execution.scheduledAt;
  let count = 0;
  for (const { startedAt } of running) if (startedAt === null || startedAt <= dueAt) count += 1;
  return count >= most;
}

export interface FiringFacts {
  /** Whether the job has pending or running executions besides those of this firing. */
  readonly hasUnfinished: boolean;
  readonly at: Date;
}

/** Collects the executions that one firing stores, oldest first, and computes the job after the firing. The store decides about each execution. */
export class FiredOccurrences {
  private readonly executions: Execution[] = [];
  private occurrences = 0;

  constructor(
    /** The job as it was read or as it is stored: both have the same revision, or the firing is a conflict. */
    private readonly job: ScheduledJob,
    private readonly firing: Pick<Firing, 'nextRunAt' | 'lastRunAt'>,
  ) {}

  /** The execution with its number among the occurrences of the job, if it runs. */
  numbered(execution: Execution): Execution {
    if (execution.status !== 'pending') return execution;
    return { ...execution, occurrence: this.job.counters.fired + this.occurrences + 1 };
  }

  /** Adds an execution that is stored, as `numbered` returned it. */
  add(execution: Execution): void {
    this.executions.push(execution);
    if (execution.status === 'pending') this.occurrences += 1;
  }

  result({ hasUnfinished, at }: FiringFacts): Extract<FireResult, { kind: 'fired' }> {
    const { executions, occurrences } = this;
    const { nextRunAt, lastRunAt } = this.firing;
    const job = this.job.fired({
      nextRunAt,
      lastRunAt,
      occurrences,
      hasUnfinished: hasUnfinished || occurrences > 0,
      at,
    });
    return { kind: 'fired', job, executions };
  }
}
