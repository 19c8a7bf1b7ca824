import { IllegalTransition } from '../errors/errors.js';
import type { ExecutionStatus } from '../states/execution-status.js';
import { type JobStatus, jobStatuses } from '../states/job-status.js';
import type { Clock } from '../host/clock.js';
import type { OverlapPolicy } from './policies.js';
import { ScheduledJobProps } from './scheduled-job-props.js';
import { hasInstants, isOneOff, type Trigger } from './trigger.js';

export interface Fired {
  /** The cursor after this firing, by the trigger only. */
  readonly nextRunAt: Date | null;
  readonly lastRunAt: Date | null;
  /** The number of occurrences that became executions, without skipped ones. */
  readonly occurrences: number;
  readonly hasUnfinished: boolean;
  readonly at: Date;
}

export interface SettledCounts {
  readonly status: ExecutionStatus;
  readonly durationMs: number;
  readonly hasUnfinished: boolean;
  readonly at: Date;
}

/** The stored form of a definition: an immutable value whose transitions return a new one. */
export class ScheduledJob extends ScheduledJobProps {
  constructor(props: ScheduledJobProps, changes?: Partial<ScheduledJobProps>) {
    super(props, changes);
    Object.freeze(this);
  }

  /** True from the instant of the next run on, while the job may execute. */
  isDue(clock: Pick<Clock, 'now'>): boolean {
    return this.canExecute() && this.nextRunAt !== null && this.nextRunAt.getTime() <= clock.now().getTime();
  }

  /** True when the next run is more than `graceMs` ago. */
  isOverdue(clock: Pick<Clock, 'now'>, graceMs = 0): boolean {
    return (
      this.canExecute() &&
      this.nextRunAt !== null &&
      this.nextRunAt.getTime() + graceMs < clock.now().getTime()
    );
  }

  /** When the job runs next: now if it is overdue. Null: it has ended, is paused, or its trigger has no instants of its own. */
  getNextRunTime(clock: Pick<Clock, 'now'>): Date | null {
    if (!this.canExecute() || this.nextRunAt === null) return null;
    return new Date(Math.max(this.nextRunAt.getTime(), clock.now().getTime()));
  }

  /** What happens to an occurrence that falls due while the job is busy. An event or a start of a node is no instant that could be skipped. */
  overlapPolicy(): OverlapPolicy {
    return this.policies.overlap ?? (hasInstants(this.trigger) ? 'skip' : 'queue');
  }

  canExecute(): boolean {
    return jobStatuses.canExecute(this.status);
  }

  canTransitionTo(status: JobStatus): boolean {
    return jobStatuses.canTransitionTo(this.status, status);
  }

  isFinal(): boolean {
    return jobStatuses.isFinal(this.status);
  }

  get avgDurationMs(): number | null {
    const { executions, totalDurationMs } = this.counters;
    return executions === 0 ? null : totalDurationMs / executions;
  }

  /** A copy with other values, without any checks. For adapters and transitions. */
  with(changes: Partial<ScheduledJobProps>): ScheduledJob {
    return new ScheduledJob(this, changes);
  }

  activate(nextRunAt: Date | null, at: Date): ScheduledJob {
    return this.with({ status: this.transitionTo('active'), nextRunAt, updatedAt: at });
  }

  pause(at: Date, reason: string | null = null): ScheduledJob {
    return this.with({
      status: this.transitionTo('paused'),
      pausedAt: at,
      statusReason: reason,
      updatedAt: at,
    });
  }

  /** Only a paused job can be resumed. The cursor moves to the first instant after the resume. */
  resume(nextRunAt: Date | null, at: Date): ScheduledJob {
    if (this.status !== 'paused') {
      throw new IllegalTransition(
        `job ${this.id}`,
        this.status,
        'active',
        'only a paused job can be resumed',
      );
    }
    return this.with({ status: 'active', nextRunAt, pausedAt: null, statusReason: null, updatedAt: at });
  }

  cancel(at: Date, reason: string | null = null): ScheduledJob {
    return this.with({
      status: this.transitionTo('cancelled'),
      nextRunAt: null,
      cancelledAt: at,
      statusReason: reason,
      updatedAt: at,
    });
  }

  complete(at: Date): ScheduledJob {
    return this.with({
      status: this.transitionTo('completed'),
      nextRunAt: null,
      completedAt: at,
      updatedAt: at,
    });
  }

  fail(at: Date, reason: string | null = null): ScheduledJob {
    return this.with({
      status: this.transitionTo('failed'),
      nextRunAt: null,
      completedAt: at,
      statusReason: reason,
      updatedAt: at,
    });
  }

  reschedule(trigger: Trigger, nextRunAt: Date | null, at: Date): ScheduledJob {
    if (this.isFinal()) {
      throw new IllegalTransition(`job ${this.id}`, this.status, 'rescheduled', 'schedule a new job instead');
    }
    return this.with({ trigger, nextRunAt, updatedAt: at });
  }

  /**
   * After some of its occurrences were fired: moves the cursor, counts, raises the revision, and ends the job if nothing is left.
   * A job that fires is active, whatever it waited for.
   */
  fired({ nextRunAt, lastRunAt, occurrences, hasUnfinished, at }: Fired): ScheduledJob {
    const fired = this.counters.fired + occurrences;
    const exhausted = this.maxExecutions !== null && fired >= this.maxExecutions;
    const moved = this.with({
      status: this.status === 'pending' ? this.transitionTo('active') : this.status,
      revision: this.revision + 1,
      nextRunAt: exhausted ? null : nextRunAt,
      lastRunAt: lastRunAt ?? this.lastRunAt,
      counters: { ...this.counters, fired },
      updatedAt: at,
    });
    return moved.isAtItsEnd(hasUnfinished) ? moved.complete(at) : moved;
  }

  /** The job after the end of an execution: counts it, and ends or pauses the job by its policies. */
  settled({ status, durationMs, hasUnfinished, at }: SettledCounts): ScheduledJob {
    const failed = status === 'failed' || status === 'timeout';
    const counted = this.with({
      counters: {
        fired: this.counters.fired,
        executions: this.counters.executions + 1,
        succeeded: this.counters.succeeded + (status === 'success' ? 1 : 0),
        failed: this.counters.failed + (failed ? 1 : 0),
        totalDurationMs: this.counters.totalDurationMs + durationMs,
      },
      updatedAt: at,
    });
    if (counted.isAtItsEnd(hasUnfinished)) return counted.endedBy(status, at);
    const pauses = failed && this.policies.onExhausted === 'pause' && this.status === 'active';
    return pauses ? counted.pause(at, 'retries used up') : counted;
  }

  /** The job after an execution was cancelled before it ran. It is not counted, but may end the job. */
  executionCancelled({ hasUnfinished, at }: Pick<SettledCounts, 'hasUnfinished' | 'at'>): ScheduledJob {
    return this.isAtItsEnd(hasUnfinished) ? this.endedBy('cancelled', at) : this;
  }

  private endedBy(status: ExecutionStatus, at: Date): ScheduledJob {
    if (!isOneOff(this.trigger)) return this.complete(at);
    if (status === 'failed' || status === 'timeout') return this.fail(at, `its execution ended as ${status}`);
    if (status === 'cancelled') return this.cancel(at, 'its execution was cancelled');
    return this.complete(at);
  }

  private isAtItsEnd(hasUnfinished: boolean): boolean {
    const limitReached = this.maxExecutions !== null && this.counters.fired >= this.maxExecutions;
    if (this.isFinal() || hasUnfinished || this.nextRunAt !== null) return false;
    return hasInstants(this.trigger) || limitReached;
  }

  private transitionTo(status: JobStatus): JobStatus {
    return jobStatuses.transition(this.status, status, this.id);
  }
}
