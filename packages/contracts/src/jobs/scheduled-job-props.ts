import type { JobStatus } from '../states/job-status.js';
import type { JobType } from '../values/job-type.js';
import type { JsonObject, JsonValue } from '../values/json.js';
import type { Exclusions } from './exclusions.js';
import type { JobPolicies } from './policies.js';
import type { TraceContext } from '../values/trace-context.js';
import type { Trigger } from './trigger.js';

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

const NO_CHANGES: Partial<ScheduledJobProps> = Object.freeze({});

function newer<T>(changed: T | undefined, kept: T): T {
  return changed === undefined ? kept : changed;
}

/**
 * The fields of a job. It is a class so that they are listed once, with the assignments that the compiler compares with them: copying
 * them in a loop or by `Object.assign` gives objects of several shapes, which is many times slower.
 */
export class ScheduledJobProps {
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
  /** The context in which it was scheduled. Null: none was active. */
  readonly trace: TraceContext | null;

  /** `changes`: fields that differ from `props`. They are read here, because copies of a frozen object take twice the time of all this. */
  constructor(props: ScheduledJobProps, changes: Partial<ScheduledJobProps> = NO_CHANGES) {
    this.id = newer(changes.id, props.id);
    this.name = newer(changes.name, props.name);
    this.description = newer(changes.description, props.description);
    this.type = newer(changes.type, props.type);
    this.targetId = newer(changes.targetId, props.targetId);
    this.payload = newer(changes.payload, props.payload);
    this.trigger = newer(changes.trigger, props.trigger);
    this.policies = newer(changes.policies, props.policies);
    this.tags = newer(changes.tags, props.tags);
    this.metadata = newer(changes.metadata, props.metadata);
    this.tenant = newer(changes.tenant, props.tenant);
    this.createdBy = newer(changes.createdBy, props.createdBy);
    this.status = newer(changes.status, props.status);
    this.startAt = newer(changes.startAt, props.startAt);
    this.endAt = newer(changes.endAt, props.endAt);
    this.maxExecutions = newer(changes.maxExecutions, props.maxExecutions);
    this.jitterMs = newer(changes.jitterMs, props.jitterMs);
    this.exclusions = newer(changes.exclusions, props.exclusions);
    this.nextRunAt = newer(changes.nextRunAt, props.nextRunAt);
    this.lastRunAt = newer(changes.lastRunAt, props.lastRunAt);
    this.counters = newer(changes.counters, props.counters);
    this.revision = newer(changes.revision, props.revision);
    this.createdAt = newer(changes.createdAt, props.createdAt);
    this.updatedAt = newer(changes.updatedAt, props.updatedAt);
    this.pausedAt = newer(changes.pausedAt, props.pausedAt);
    this.completedAt = newer(changes.completedAt, props.completedAt);
    this.cancelledAt = newer(changes.cancelledAt, props.cancelledAt);
    this.statusReason = newer(changes.statusReason, props.statusReason);
    this.trace = newer(changes.trace, props.trace);
  }
}
