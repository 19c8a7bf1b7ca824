import { type Execution, jobConcurrencyLimit } from '../executions/execution.js';
import type { QueueSettings } from '../ports/queue-repository.js';

/** How many executions run by job, by concurrency key and by queue, which decides whether one more may run. */
export class RunningCounts {
  private readonly counts = new Map<string, number>();

  constructor(executions: Iterable<Execution>) {
    for (const execution of executions) if (execution.status === 'running') this.add(execution);
  }

  /** Counts one more, if queue, job and key have capacity for it. False: it may not run. */
  admit(execution: Execution, settings: QueueSettings | undefined): boolean {
    const isOpen =
      settings === undefined ||
      (!settings.paused && this.of(queueName(execution)) < (settings.globalLimit ?? Infinity));
    if (!isOpen || !this.hasRoomFor(execution)) return false;
    this.add(execution);
    return true;
  }

  /** Whether the limits of job and key let an execution run. */
  hasRoomFor(execution: Execution): boolean {
    return (
      this.of(jobName(execution)) < jobConcurrencyLimit(execution) &&
      this.of(keyName(execution)) < (execution.concurrencyLimit ?? Infinity)
    );
  }

  private add(execution: Execution): void {
    for (const name of [jobName(execution), keyName(execution), queueName(execution)])
      if (name !== null) this.counts.set(name, this.of(name) + 1);
  }

  /** Null: the execution has no such key, and so no limit. */
  private of(name: string | null): number {
    return name === null ? 0 : (this.counts.get(name) ?? 0);
  }
}

function jobName({ jobId }: Execution): string | null {
  return jobId === null ? null : `job ${jobId}`;
}

/** A key belongs to its tenant. */
function keyName({ tenant, concurrencyKey }: Execution): string | null {
  return concurrencyKey === null ? null : `key ${JSON.stringify([tenant, concurrencyKey])}`;
}

function queueName({ queue }: Execution): string {
  return `queue ${queue}`;
}
