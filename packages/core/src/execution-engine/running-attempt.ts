import {
  type Clock,
  type Execution,
  type HandledJob,
  type JobContext,
  type Lateness,
  type Lease,
  type Logger,
  maxTries,
} from '@scheduler/contracts';
import type { AttemptEnd } from './attempt-end.js';
import { AttemptLog } from './attempt-log.js';

/** Why an attempt has to stop: how it ends, and what the handler's signal tells it. */
export interface Stop {
  readonly end: AttemptEnd;
  readonly error: Error;
}

/** One call of a handler while it is under way: what the handler sees of it, and how it is stopped. */
export class RunningAttempt implements JobContext, Lease {
  readonly startedAt: Date;
  /** Monotonic time at which the store last confirmed the lease. */
  confirmedAtMs: number;
  private controller: AbortController | null = null;
  private attemptLog: AttemptLog | null = null;
  private stopped: Stop | null = null;
  private onStop: ((end: AttemptEnd) => void) | null = null;

  constructor(
    readonly execution: Execution,
    readonly node: string,
    private readonly clock: Clock,
    private readonly onLogLine: (attempt: RunningAttempt, waiting: number) => void,
  ) {
    this.startedAt = clock.now();
    this.confirmedAtMs = clock.monotonicMs();
  }

  get executionId(): string {
    return this.execution.id;
  }

  get idempotencyKey(): string {
    return this.execution.id;
  }

  get attempt(): number {
    return this.execution.tries;
  }

  get maxAttempts(): number {
    return maxTries(this.execution);
  }

  get scheduledAt(): Date {
    return this.execution.scheduledAt;
  }

  get lateness(): Lateness {
    return this.execution.lateness;
  }

  get occurrence(): number | null {
    return this.execution.occurrence;
  }

  get fence(): number {
    return this.execution.fence;
  }

  /** Made when it is first asked for: most handlers never do. */
  get signal(): AbortSignal {
    if (this.controller === null) {
      this.controller = new AbortController();
      if (this.stopped !== null) this.controller.abort(this.stopped.error);
    }
    return this.controller.signal;
  }

  get log(): Logger {
    this.attemptLog ??= new AttemptLog(this.execution.id, this.clock, (waiting) =>
      this.onLogLine(this, waiting),
    );
    return this.attemptLog;
  }

  /** Null: the handler said nothing since the last time. */
  takeLogLines() {
    const lines = this.attemptLog?.take() ?? [];
    return lines.length === 0 ? null : lines;
  }

  get job(): HandledJob {
    const { execution } = this;
    return {
      id: execution.jobId,
      name: execution.jobName,
      type: execution.type,
      targetId: execution.targetId,
      payload: execution.payload,
      tags: execution.tags,
      metadata: execution.metadata,
      tenant: execution.tenant,
    };
  }

  get isStopped(): boolean {
    return this.stopped !== null;
  }

  /** The first reason counts. */
  stop(stop: Stop): void {
    if (this.stopped !== null) return;
    this.stopped = stop;
    this.onStop?.(stop.end);
    this.controller?.abort(stop.error);
  }

  /** The handler's end, or the one that stopping decided if that came first: a handler may ignore its signal. */
  endOf(handler: Promise<AttemptEnd>): Promise<AttemptEnd> {
    if (this.stopped !== null) return Promise.resolve(this.stopped.end);
    return new Promise((resolve) => {
      this.onStop = resolve;
      void handler.then(resolve);
    });
  }
}
