import type { JsonObject } from '../values/json.js';
import type { BusEvent } from './event-bus.js';

/** The data of events about jobs. In all event data, instants are ISO 8601 texts, so that every bus can carry them. */
export interface JobEventData extends JsonObject {
  readonly jobId: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly nextRunAt: string | null;
  /** The cron expressions of its trigger, separated by `; `. Null: it has another trigger. */
  readonly schedule: string | null;
  /** The instant of a job that runs once. Null: it has another trigger. */
  readonly executeAt: string | null;
  readonly startAt: string | null;
  readonly endAt: string | null;
  /** What changed of these fields, with their new values. Empty except in `scheduler:job.updated`. */
  readonly changes: JsonObject;
}

export interface ExecutionEventData extends JsonObject {
  readonly executionId: string;
  readonly jobId: string | null;
  readonly jobName: string | null;
  readonly type: string;
  readonly queue: string;
  readonly attempt: number;
  readonly status: string;
  /** What the type stands for: code of the application, an agent or a workflow. */
  readonly handlerType: 'function' | 'agent' | 'workflow';
  readonly timeoutMs: number;
  /** `trace_id` of the metadata. Null: they have none. */
  readonly traceId: string | null;
  /** Null: it has not started. */
  readonly startedAt: string | null;
  readonly durationMs: number | null;
  /** The size of the output as JSON; events never contain the output itself. Null: there is none. */
  readonly outputBytes: number | null;
  /** The error of the last attempt, without its stack. Null: it did not fail. */
  readonly error: { readonly name: string; readonly message: string; readonly code: string | null } | null;
  /** The message of the error, or the code of the reason. */
  readonly reason: string | null;
  readonly willRetry: boolean;
  readonly nextRetryAt: string | null;
}

export interface QueueEventData extends JsonObject {
  readonly queue: string;
  readonly paused: boolean;
  readonly concurrency: number | null;
  readonly globalLimit: number | null;
}

export interface CircuitEventData extends JsonObject {
  readonly circuit: string;
  readonly from: string;
  readonly to: string;
  /** The number of failures in a row. */
  readonly failureCount: number;
  /** The message of the failure that opened it. */
  readonly error: string | null;
  /** When the circuit allows trials. Null: it is closed. */
  readonly retryAt: string | null;
}

export interface SchedulerEventData {
  'scheduler:job.created': JobEventData;
  'scheduler:job.updated': JobEventData;
  'scheduler:job.deleted': JobEventData;
  'scheduler:job.paused': JobEventData;
  'scheduler:job.resumed': JobEventData;
  'scheduler:job.cancelled': JobEventData;
  'scheduler:job.dispatch': ExecutionEventData;
  /** An execution ended as success. */
  'scheduler:job.completed': ExecutionEventData;
  /** An execution ended as failed or timeout, and does not run again. */
  'scheduler:job.failed': ExecutionEventData;
  'scheduler:execution.started': ExecutionEventData;
  'scheduler:execution.completed': ExecutionEventData;
  /** `willRetry` says whether it runs again. */
  'scheduler:execution.failed': ExecutionEventData;
  'scheduler:execution.cancelled': ExecutionEventData;
  'scheduler:execution.cancel_requested': ExecutionEventData;
  'scheduler:execution.skipped': ExecutionEventData;
  'scheduler:execution.rescued': ExecutionEventData;
  'scheduler:queue.paused': QueueEventData;
  'scheduler:queue.resumed': QueueEventData;
  'scheduler:queue.scaled': QueueEventData;
  'scheduler:circuit.opened': CircuitEventData;
  'scheduler:circuit.half_opened': CircuitEventData;
  'scheduler:circuit.closed': CircuitEventData;
}

export type SchedulerEventName = keyof SchedulerEventData;
/** The events whose data is an execution. */
export type ExecutionEventName = Extract<
  SchedulerEventName,
  `scheduler:execution.${string}` | `scheduler:job.${'dispatch' | 'completed' | 'failed'}`
>;
export type QueueEventName = Extract<SchedulerEventName, `scheduler:queue.${string}`>;
export type CircuitEventName = Extract<SchedulerEventName, `scheduler:circuit.${string}`>;

export interface SchedulerEvent<TName extends SchedulerEventName = SchedulerEventName> extends BusEvent {
  readonly name: TName;
  readonly data: SchedulerEventData[TName];
}
