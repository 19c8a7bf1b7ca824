import type { DurationInput } from '../values/duration.js';
import type { Exclusions, WeeklyHours } from './exclusions.js';
import type { JsonObject } from '../values/json.js';
import type { Backoff, MissedRunPolicy, OnExhausted, OverlapPolicy } from './policies.js';
import type { PriorityInput } from '../values/priority.js';
import type { Trigger } from './trigger.js';
import type { UniqueBy, UniqueEndState } from './uniqueness.js';

export interface BackoffInput {
  readonly strategy?: Backoff['strategy'];
  readonly delay?: DurationInput;
  readonly factor?: number;
  readonly maxDelay?: DurationInput;
  readonly jitter?: number;
}

/** Excluded days and hours. Fields that are not given are empty, and occurrences on excluded days are skipped unless `shift` is set. */
export interface ExclusionsInput {
  readonly dates?: readonly string[];
  readonly hours?: readonly (Omit<WeeklyHours, 'weekdays'> & Partial<Pick<WeeklyHours, 'weekdays'>>)[];
  readonly calendar?: string | null;
  readonly shift?: Exclusions['shift'];
}

export interface MissedRunInput {
  readonly policy: MissedRunPolicy['policy'];
  readonly cap?: number;
  readonly grace?: DurationInput;
}

export type UniqueState = 'pending' | 'running' | UniqueEndState | 'scheduled' | 'completed';

export interface UniqueInput {
  /** What makes executions equal, besides type and tenant. Default: `['name']`, the name of the job; for enqueued work its type alone. */
  readonly by?: readonly UniqueBy[];
  /**
   * The statuses in which an equal execution is a conflict. Pending and running always are. `scheduled` is another name for `pending`,
   * `completed` for `success`. Default: no others, but with a period all.
   */
  readonly states?: readonly UniqueState[];
  /** Only equal executions that were created within this time are a conflict. Default: without limit. */
  readonly period?: DurationInput;
}

/** How an execution runs: the same options for a scheduled job and for an enqueued item. */
export interface RunOptions {
  /** Default: `default`. */
  readonly queue?: string;
  /** Default: `medium` (5). */
  readonly priority?: PriorityInput;
  /** The timeout of one attempt. Default: 5 minutes. */
  readonly timeout?: DurationInput;
  /** The most attempts after the first. Default: 3. */
  readonly maxRetries?: number;
  /** Default: exponential, from 60 s with factor 2 up to 1 h. */
  readonly backoff?: BackoffInput;
  /** The circuit that admits its attempts and counts their failures. Default: the one in `metadata.circuit_breaker`, or none. */
  readonly circuit?: string | null;
  /** Executions of a tenant with the same key, such as a customer, share `concurrencyLimit`. Default: none. */
  readonly concurrencyKey?: string;
  /** How many executions with the same key run at once, over all nodes. Default: 1. */
  readonly concurrencyLimit?: number;
}

/** The definition of work, whether it is scheduled or enqueued. */
export interface WorkDefinition<TPayload = unknown> {
  /** The kind of work; exactly one handler supports it. */
  readonly type: string;
  /** Default: a UUIDv7. */
  readonly id?: string;
  /** The domain entity that the work is about. */
  readonly targetId?: string;
  /** JSON, at most 256 KB and 32 levels deep. */
  readonly payload?: TPayload;
  readonly tags?: readonly string[];
  readonly metadata?: JsonObject;
  /** The owner. Default: none. */
  readonly tenant?: string;
}

/**
 * The definition of a scheduled job.
 *
 * @example
 * await scheduler.schedule({
 *   type: 'export_report',
 *   name: 'weekly-sales',
 *   trigger: trigger.cron('0 9 * * MON', { zone: 'Europe/Berlin' }),
 *   payload: { report: 'sales', format: 'csv' },
 * });
 */
export interface ScheduleDefinition<TPayload = unknown> extends WorkDefinition<TPayload>, RunOptions {
  readonly trigger: Trigger;
  /** Unique among the jobs of the tenant that have not ended. Default: `<type>:<id>`. */
  readonly name?: string;
  readonly description?: string;
  /** There is no occurrence before this instant. It is also the anchor of intervals and calendars. */
  readonly startAt?: Date;
  /** There is no occurrence after this instant. */
  readonly endAt?: Date;
  /** The job is completed after this many occurrences. */
  readonly maxExecutions?: number;
  /** Each occurrence runs up to this much later, by a share that depends only on job and instant. Default: none. */
  readonly jitter?: DurationInput;
  /** Days and hours without runs. */
  readonly exclusions?: ExclusionsInput;
  /** Default: false, so that executions of the job run one at a time. */
  readonly allowOverlap?: boolean;
  /**
   * What happens to an occurrence that falls due while as many executions of the job run as may: `skip` records it as `skipped: overlap`,
   * `queue` lets it wait. Default: `queue` for triggers without instants (event, reboot), `skip` for all others.
   */
  readonly overlap?: OverlapPolicy;
  /** How many executions of the job may run at once, over all nodes. Default: 1, or any number if overlap is allowed. */
  readonly concurrency?: number;
  /** True: an occurrence is skipped while an equal one waits or runs. Default: false. */
  readonly unique?: boolean | UniqueInput;
  /** Default: `latest`. */
  readonly missedRuns?: MissedRunPolicy['policy'] | MissedRunInput;
  /** Default: `continue`. */
  readonly onExhausted?: OnExhausted;
  /**
   * The job is expected to succeed at least once within so long, such as `25h` for a daily job: otherwise an alert fires, whatever the cause
   * is. At most the retention of executions that succeeded. Default: nothing is expected.
   */
  readonly expectWithin?: DurationInput;
  /** False stores the job as `paused`. Default: true. */
  readonly enabled?: boolean;
  readonly createdBy?: string;
}

/** The changes of a job. Fields that are not given stay as they are; `null` removes an optional value. */
export interface ScheduleChanges extends Omit<RunOptions, 'concurrencyKey'> {
  readonly name?: string;
  readonly description?: string | null;
  /** Replaces the trigger as a whole, its zone included. */
  readonly trigger?: Trigger;
  /** Other cron expressions, in the zone of the job unless `zone` is given too. Cannot be combined with `trigger` or `every`. */
  readonly cron?: string | readonly string[];
  /** Another interval. Cannot be combined with `trigger`, `cron` or `zone`. */
  readonly every?: DurationInput;
  /** Another zone for `cron`, or for the trigger that the job has. */
  readonly zone?: string;
  readonly targetId?: string | null;
  readonly payload?: unknown;
  readonly tags?: readonly string[];
  readonly metadata?: JsonObject;
  readonly startAt?: Date | null;
  readonly endAt?: Date | null;
  readonly maxExecutions?: number | null;
  readonly jitter?: DurationInput;
  readonly exclusions?: ExclusionsInput | null;
  readonly allowOverlap?: boolean;
  /** Null: the trigger decides again. */
  readonly overlap?: OverlapPolicy | null;
  readonly concurrency?: number | null;
  readonly concurrencyKey?: string | null;
  /** False: the job is not unique any more. */
  readonly unique?: boolean | UniqueInput;
  readonly missedRuns?: MissedRunPolicy['policy'] | MissedRunInput;
  readonly onExhausted?: OnExhausted;
  /** Null: nothing is expected any more. */
  readonly expectWithin?: DurationInput | null;
}

/** Work without a schedule: one execution as soon as a worker is free, but not before `runAt` or the end of `delay`. */
export interface EnqueueRequest<TPayload = unknown> extends WorkDefinition<TPayload>, RunOptions {
  readonly runAt?: Date;
  /** Cannot be combined with `runAt`. */
  readonly delay?: DurationInput;
  /** True, or what makes executions equal: while an equal one waits or runs, this one is stored as skipped and does not run. */
  readonly unique?: boolean | UniqueInput;
  /** While other work of the tenant with this key waits or runs, this one is refused with JobAlreadyExists. */
  readonly uniqueKey?: string;
}
