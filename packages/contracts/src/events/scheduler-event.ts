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
  /** The trace in which it was made, or `trace_id` of its metadata. Null: there is none. */
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

/** The data of events about alerts. */
export interface AlertEventData extends JsonObject {
  readonly alertId: string;
  /** The name of the rule. */
  readonly rule: string;
  readonly severity: string;
  readonly metric: string;
  readonly operator: string;
  readonly threshold: number;
  readonly value: number;
  /** What happened, in words. */
  readonly message: string;
  /** The job or the queue that it is about. Null: it is about everything that the rule looks at. */
  readonly subject: { readonly kind: string; readonly id: string; readonly name: string } | null;
  readonly since: string;
  readonly firedAt: string | null;
  /** Null: it fires. */
  readonly resolvedAt: string | null;
}

/** The data of events about runs of workflows. They never contain inputs, outputs or the data of signals. */
export interface WorkflowEventData extends JsonObject {
  readonly runId: string;
  /** The run at the top of its tree of runs: itself, unless another workflow has started it. */
  readonly rootId: string;
  /** The run that started it. Null: no workflow did. */
  readonly parentId: string | null;
  readonly workflow: string;
  /** `completed_with_errors` is a `completed` too. */
  readonly status: string;
  /** How often it was tried again as a whole. */
  readonly round: number;
  /** Why it stops: `failure`, `deadline`, `cancel` or `parent`. Null: it does not. */
  readonly cause: string | null;
  /** In words. Null: it does not stop. */
  readonly reason: string | null;
  /** The step whose failure stops it. Null: none does. */
  readonly failedStep: string | null;
  readonly createdAt: string;
  /** Null: it has not ended. */
  readonly endedAt: string | null;
  /** From its creation to its end. */
  readonly durationMs: number | null;
}

/** The data of events about the steps of workflows, and about their rollbacks. */
export interface WorkflowStepEventData extends JsonObject {
  readonly runId: string;
  readonly rootId: string;
  readonly workflow: string;
  readonly step: string;
  /** That of the step, or of its rollback (`active`, `done`, `failed`). */
  readonly status: string;
  /** Why it has the status, where the status does not say it, such as `condition` or `timed_out`. */
  readonly verdict: string | null;
  /** How often it was tried again by hand. */
  readonly round: number;
  /** Null: it has none, because it waits for somebody or because a child workflow does the work. */
  readonly executionId: string | null;
  /** The message of the error. */
  readonly error: string | null;
  /** Null: it was never active. */
  readonly startedAt: string | null;
  readonly durationMs: number | null;
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
  'scheduler:alert.fired': AlertEventData;
  'scheduler:alert.resolved': AlertEventData;
  'scheduler:circuit.opened': CircuitEventData;
  'scheduler:circuit.half_opened': CircuitEventData;
  'scheduler:circuit.closed': CircuitEventData;
  /** A run began, or goes on after it had ended (`round` above 0). */
  'scheduler:workflow.started': WorkflowEventData;
  /** Every step has ended; `status` says whether one of them failed. */
  'scheduler:workflow.completed': WorkflowEventData;
  /** It failed or was too late, and nothing had to be undone. */
  'scheduler:workflow.failed': WorkflowEventData;
  'scheduler:workflow.paused': WorkflowEventData;
  'scheduler:workflow.resumed': WorkflowEventData;
  'scheduler:workflow.cancelled': WorkflowEventData;
  'scheduler:workflow.compensating': WorkflowEventData;
  'scheduler:workflow.compensated': WorkflowEventData;
  'scheduler:workflow.compensation_failed': WorkflowEventData;
  'scheduler:workflow.step_started': WorkflowStepEventData;
  'scheduler:workflow.step_completed': WorkflowStepEventData;
  'scheduler:workflow.step_failed': WorkflowStepEventData;
  'scheduler:workflow.step_skipped': WorkflowStepEventData;
  'scheduler:workflow.rollback_started': WorkflowStepEventData;
  'scheduler:workflow.rollback_completed': WorkflowStepEventData;
  'scheduler:workflow.rollback_failed': WorkflowStepEventData;
}

export type SchedulerEventName = keyof SchedulerEventData;
/** The events whose data is an execution. */
export type ExecutionEventName = Extract<
  SchedulerEventName,
  `scheduler:execution.${string}` | `scheduler:job.${'dispatch' | 'completed' | 'failed'}`
>;
export type QueueEventName = Extract<SchedulerEventName, `scheduler:queue.${string}`>;
export type AlertEventName = Extract<SchedulerEventName, `scheduler:alert.${string}`>;
export type CircuitEventName = Extract<SchedulerEventName, `scheduler:circuit.${string}`>;

export type WorkflowEventName = Extract<SchedulerEventName, `scheduler:workflow.${string}`>;

export interface SchedulerEvent<TName extends SchedulerEventName = SchedulerEventName> extends BusEvent {
  readonly name: TName;
  readonly data: SchedulerEventData[TName];
}
