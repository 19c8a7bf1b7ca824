import { type Execution, jobConcurrencyLimit } from '../executions/execution.js';
import type { ScheduledJob } from '../jobs/scheduled-job.js';
import type { FireResult, Firing } from '../ports/schedule-repository.js';

/** Whether an occurrence that is to run would run beside more executions of its job than may run at once. */
export function overlaps(execution: Execution, running: number): boolean {
  return execution.status === 'pending' && running >= jobConcurrencyLimit(execution);
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
