import { type Execution, jobConcurrencyLimit } from '../../executions/execution.js';
import type { QueueSettings } from '../../ports/queue-repository.js';

/** How many executions run, by job, by key and by queue: what decides whether one more may. For stores that look at all of them. */
export class RunningCounts {
  private readonly counts = new Map<string, number>();

  constructor(executions: Iterable<Execution>) {
    for (const execution of executions) if (execution.status === 'running') this.add(execution);
  }

  add(execution: Execution): void {
    for (const name of [jobName(execution), keyName(execution), queueName(execution.queue)])
      if (name !== null) this.counts.set(name, this.of(name) + 1);
  }

  /** By the limits of its job and of its key. */
  hasRoomFor(execution: Execution): boolean {
    const { concurrencyLimit } = execution;
    return (
      this.of(jobName(execution)) < jobConcurrencyLimit(execution) &&
      this.of(keyName(execution)) < (concurrencyLimit ?? Infinity)
    );
  }

  /** By what operators have set for the queue. Undefined: nothing. */
  isOpen(queue: string, settings: QueueSettings | undefined): boolean {
    if (settings === undefined) return true;
    return !settings.paused && this.of(queueName(queue)) < (settings.globalLimit ?? Infinity);
  }

  /** Null: it has no such name, and so no limit. */
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

function queueName(queue: string): string {
  return `queue ${queue}`;
}
