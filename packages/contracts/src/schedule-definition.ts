import type { DurationInput } from './duration.js';
import type { Exclusions, WeeklyHours } from './exclusions.js';
import type { JsonObject } from './json.js';
import type { Backoff, MissedRunPolicy, OnExhausted } from './policies.js';
import type { PriorityInput } from './priority.js';
import type { Trigger } from './trigger.js';

export interface BackoffInput {
  readonly strategy?: Backoff['strategy'];
  readonly delay?: DurationInput;
  readonly factor?: number;
  readonly maxDelay?: DurationInput;
  readonly jitter?: number;
}

/** Excluded days and hours; what is not given is empty, and days are skipped unless `shift` says otherwise. */
export interface ExclusionsInput {
  readonly dates?: readonly string[];
  readonly hours?: readonly (Omit<WeeklyHours, 'weekdays'> & Partial<Pick<WeeklyHours, 'weekdays'>>)[];
  readonly calendar?: string;
  readonly shift?: Exclusions['shift'];
}

export interface MissedRunInput {
  readonly policy: MissedRunPolicy['policy'];
  readonly cap?: number;
  readonly grace?: DurationInput;
}

/** How an execution runs: the same options for a scheduled job and for an enqueued item. */
export interface RunOptions {
  /** Default `default`. */
  readonly queue?: string;
  /** Default `medium` (5). */
  readonly priority?: PriorityInput;
  /** Of one attempt. Default 5 minutes. */
  readonly timeout?: DurationInput;
  /** Attempts after the first. Default 3. */
  readonly maxRetries?: number;
  /** Default exponential, 60 s × 2, at most 1 h. */
  readonly backoff?: BackoffInput;
  /** The circuit that lets it run, and that its failures open. Default: what `metadata.circuit_breaker` names, or none. */
  readonly circuit?: string | null;
}

/** What work is asked for, whenever it runs. */
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
 * What a caller asks for.
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
  /** Unique among the tenant's jobs that have not ended. Default: `<type>:<id>`. */
  readonly name?: string;
  readonly description?: string;
  /** No occurrence before it. It is also the anchor of intervals and calendars. */
  readonly startAt?: Date;
  /** No occurrence after it. */
  readonly endAt?: Date;
  /** The job is completed after so many occurrences. */
  readonly maxExecutions?: number;
  /** Spreads occurrences: each runs up to so much later, by a share that depends on job and instant alone. Default none. */
  readonly jitter?: DurationInput;
  /** Days and hours without runs. */
  readonly exclusions?: ExclusionsInput;
  /** Default false: an occurrence that falls due while another runs is skipped. */
  readonly allowOverlap?: boolean;
  /** Default `latest`. */
  readonly missedRuns?: MissedRunPolicy['policy'] | MissedRunInput;
  /** Default `continue`. */
  readonly onExhausted?: OnExhausted;
  /** False stores the job as `paused`. Default true. */
  readonly enabled?: boolean;
  readonly createdBy?: string;
}

/** What can be changed later; the rest stays as it is. `null` takes an optional value away. */
export interface ScheduleChanges extends RunOptions {
  readonly name?: string;
  readonly description?: string | null;
  readonly trigger?: Trigger;
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
  readonly missedRuns?: MissedRunPolicy['policy'] | MissedRunInput;
  readonly onExhausted?: OnExhausted;
}

/** Work without a schedule: one execution, as soon as a worker is free, or not before `runAt`. */
export interface EnqueueRequest<TPayload = unknown> extends WorkDefinition<TPayload>, RunOptions {
  readonly runAt?: Date;
}
