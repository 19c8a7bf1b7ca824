import type { JsonObject } from '../values/json.js';
import type { BusEvent } from './event-bus.js';

/** The data of events about jobs. In all event data, instants are ISO 8601 texts, so that every bus can carry them. */
export interface JobEventData extends JsonObject {
  readonly jobId: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly nextRunAt: string | null;
}

export interface ExecutionEventData extends JsonObject {
  readonly executionId: string;
  readonly jobId: string | null;
  readonly jobName: string | null;
  readonly type: string;
  readonly queue: string;
  readonly attempt: number;
  readonly status: string;
  readonly durationMs: number | null;
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
  `scheduler:execution.${string}` | 'scheduler:job.dispatch'
>;
export type QueueEventName = Extract<SchedulerEventName, `scheduler:queue.${string}`>;
export type CircuitEventName = Extract<SchedulerEventName, `scheduler:circuit.${string}`>;

export interface SchedulerEvent<TName extends SchedulerEventName = SchedulerEventName> extends BusEvent {
  readonly name: TName;
  readonly data: SchedulerEventData[TName];
}
