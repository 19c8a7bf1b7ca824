import { IllegalTransition } from '../errors/errors.js';
import type { Exclusions } from './exclusions.js';
import type { ExecutionStatus } from '../states/execution-status.js';
import { type JobStatus, jobStatuses } from '../states/job-status.js';
import type { JobType } from '../values/job-type.js';
import type { JsonObject, JsonValue } from '../values/json.js';
import type { JobPolicies } from './policies.js';
import type { Clock } from '../host/clock.js';
import { isOneOff, type Trigger } from './trigger.js';

/** The counters of a job. Retries are not counted; each execution counts once, when it ends. */
export interface JobCounters {
  /** Occurrences that were fired, which `maxExecutions` limits. */
  readonly fired: number;
  /** Executions that ended after running. */
  readonly executions: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly totalDurationMs: number;
}

export const NO_COUNTS: JobCounters = Object.freeze({
  fired: 0,
  executions: 0,
  succeeded: 0,
  failed: 0,
  totalDurationMs: 0,
});

export interface ScheduledJobProps {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly type: JobType;
  readonly targetId: string | null;
  readonly payload: JsonValue;
  readonly trigger: Trigger;
  readonly policies: JobPolicies;
  readonly tags: readonly string[];
  readonly metadata: JsonObject;
  /** The owner of the job. Null: none. */
  readonly tenant: string | null;
  readonly createdBy: string | null;
  readonly status: JobStatus;
  readonly startAt: Date | null;
  readonly endAt: Date | null;
  readonly maxExecutions: number | null;
  /** The longest delay of an occurrence after its nominal instant. 0: none. */
  readonly jitterMs: number;
  /** Null: nothing is excluded. */
  readonly exclusions: Exclusions | null;
  /** The cursor: the next instant that has not been fired. Null: there is none. */
  readonly nextRunAt: Date | null;
  /** The last instant that was fired. */
  readonly lastRunAt: Date | null;
  readonly counters: JobCounters;
  /** Grows with every change. A writer names the revision that it has read. */
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly pausedAt: Date | null;
  readonly completedAt: Date | null;
  readonly cancelledAt: Date | null;
  /** Why the job is paused, failed or cancelled, in words. */
  readonly statusReason: string | null;
}

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
export class ScheduledJob implements ScheduledJobProps {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly type: JobType;
  readonly targetId: string | null;
  readonly payload: JsonValue;
  readonly trigger: Trigger;
  readonly policies: JobPolicies;
  readonly tags: readonly string[];
  readonly metadata: JsonObject;
  readonly tenant: string | null;
  readonly createdBy: string | null;
  readonly status: JobStatus;
  readonly startAt: Date | null;
  readonly endAt: Date | null;
  readonly maxExecutions: number | null;
  readonly jitterMs: number;
  readonly exclusions: Exclusions | null;
  readonly nextRunAt: Date | null;
  readonly lastRunAt: Date | null;
  readonly counters: JobCounters;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly pausedAt: Date | null;
  readonly completedAt: Date | null;
  readonly cancelledAt: Date | null;
  readonly statusReason: string | null;

  constructor(props: ScheduledJobProps) {
    this.id = props.id;
    this.name = props.name;
    this.description = props.description;
    this.type = props.type;
    this.targetId = props.targetId;
    this.payload = props.payload;
    this.trigger = props.trigger;
    this.policies = props.policies;
    this.tags = props.tags;
    this.metadata = props.metadata;
    this.tenant = props.tenant;
    this.createdBy = props.createdBy;
    this.status = props.status;
    this.startAt = props.startAt;
    this.endAt = props.endAt;
    this.maxExecutions = props.maxExecutions;
    this.jitterMs = props.jitterMs;
    this.exclusions = props.exclusions;
    this.nextRunAt = props.nextRunAt;
    this.lastRunAt = props.lastRunAt;
    this.counters = props.counters;
    this.revision = props.revision;
    this.createdAt = props.createdAt;
    this.updatedAt = props.updatedAt;
    this.pausedAt = props.pausedAt;
    this.completedAt = props.completedAt;
    this.cancelledAt = props.cancelledAt;
    this.statusReason = props.statusReason;
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
    return new ScheduledJob({ ...this, ...changes });
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

  /** The job after a firing: moves the cursor, counts, and ends the job if it has no further run. */
  fired({ nextRunAt, lastRunAt, occurrences, hasUnfinished, at }: Fired): ScheduledJob {
    const fired = this.counters.fired + occurrences;
    const exhausted = this.maxExecutions !== null && fired >= this.maxExecutions;
    const moved = this.with({
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
    const waitsForEvents = this.trigger.kind === 'event' || this.trigger.kind === 'reboot';
    const limitReached = this.maxExecutions !== null && this.counters.fired >= this.maxExecutions;
    if (this.isFinal() || hasUnfinished || this.nextRunAt !== null) return false;
    return waitsForEvents ? limitReached : true;
  }

  private transitionTo(status: JobStatus): JobStatus {
    return jobStatuses.transition(this.status, status, this.id);
  }
}
