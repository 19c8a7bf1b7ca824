import type { DurationInput } from '../values/duration.js';
import type { Exclusions, WeeklyHours } from './exclusions.js';
import type { JsonObject } from '../values/json.js';
import type { Backoff, MissedRunPolicy, OnExhausted } from './policies.js';
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

export interface UniqueInput {
  /** Default `['name']`: the job, or for enqueued work its type. Type and tenant always belong to it. */
  readonly by?: readonly UniqueBy[];
  /** What stands in the way besides executions that wait or run, which always do. Default: nothing. */
  readonly states?: readonly ('pending' | 'running' | UniqueEndState)[];
  /** Only what was made within the last such time stands in the way. Default: whenever it was made. */
  readonly period?: DurationInput;
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
  /** What shares `concurrencyLimit` with others of the same tenant that have the same key, such as a customer. Default: nothing. */
  readonly concurrencyKey?: string;
  /** At most so many with the same key run at once, over all nodes. Default 1. */
  readonly concurrencyLimit?: number;
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
  /** So many executions of the job may run at once, over all nodes. Default 1, or any number where overlap is allowed. */
  readonly concurrency?: number;
  /** True: an occurrence is skipped while the previous one waits or runs. Default: it is not looked at. */
  readonly unique?: boolean | UniqueInput;
  /** Default `latest`. */
  readonly missedRuns?: MissedRunPolicy['policy'] | MissedRunInput;
  /** Default `continue`. */
  readonly onExhausted?: OnExhausted;
  /** False stores the job as `paused`. Default true. */
  readonly enabled?: boolean;
  readonly createdBy?: string;
}

/** What can be changed later; the rest stays as it is. `null` takes an optional value away. */
export interface ScheduleChanges extends Omit<RunOptions, 'concurrencyKey'> {
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
  readonly concurrency?: number | null;
  readonly concurrencyKey?: string | null;
  /** False: not unique any more. */
  readonly unique?: boolean | UniqueInput;
  readonly missedRuns?: MissedRunPolicy['policy'] | MissedRunInput;
  readonly onExhausted?: OnExhausted;
}

/** Work without a schedule: one execution, as soon as a worker is free, or not before `runAt` or `delay` from now. */
export interface EnqueueRequest<TPayload = unknown> extends WorkDefinition<TPayload>, RunOptions {
  readonly runAt?: Date;
  /** Excludes `runAt`. */
  readonly delay?: DurationInput;
  /** True, or what makes it equal to others: while an equal one waits or runs, this one is stored as skipped and does not run. */
  readonly unique?: boolean | UniqueInput;
  /** No other work of the tenant with this key may wait or run: a duplicate is refused with JobAlreadyExists. */
  readonly uniqueKey?: string;
}
