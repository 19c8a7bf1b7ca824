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

/** The executions that one firing stores, oldest first, and what they make of the job. A store decides what becomes of each. */
export class FiredOccurrences {
  private readonly executions: Execution[] = [];
  private occurrences = 0;

  constructor(
    /** As it was read or is stored: both have the same revision, or the firing is a conflict. */
    private readonly job: ScheduledJob,
    private readonly firing: Pick<Firing, 'nextRunAt' | 'lastRunAt'>,
  ) {}

  /** The execution as it is to be stored next: an occurrence that runs has its number among those of the job. */
  numbered(execution: Execution): Execution {
    if (execution.status !== 'pending') return execution;
    return { ...execution, occurrence: this.job.counters.fired + this.occurrences + 1 };
  }

  /** Counts an execution that is stored, as `numbered` gave it. */
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
