import type { Execution } from '../executions/execution.js';
import type { TraceContext } from '../values/trace-context.js';

/** What is sent to be done: by whom it will be done is not known. */
export interface SentWork {
  readonly operation: 'schedule' | 'enqueue' | 'start_workflow';
  /** The type of the job, or the name of the workflow. */
  readonly name: string;
  /** Null: not known yet, or none. */
  readonly queue: string | null;
  readonly tenant: string | null;
  /** How many are sent at once. */
  readonly count: number;
}

/** How a call of a handler has ended. */
export interface TracedEnd {
  /**
   * `succeeded`, `failed`, `snoozed`, `discarded`, `cancelled`, `timed_out`, `interrupted`, `handler_not_found`, `payload_invalid` or `lost`.
   */
  readonly kind: string;
  /** Missing: it was no failure. */
  readonly error?: unknown;
}

/** An attempt that begins. */
export interface TracedAttempt {
  readonly execution: Execution;
  readonly node: string;
}

/** Something that was traced has ended. */
export type EndTrace = (end: TracedEnd) => void;

/** What `attempt` returns: how the handler is called, and what is told of the end of the attempt. */
export interface AttemptTrace {
  /** Calls the handler while its span is active. */
  call<T>(handler: () => T): T;
  readonly end: EndTrace;
}

/**
 * What a node asks of a tracer. `@scheduler/telemetry` binds it to OpenTelemetry; the scheduler itself knows no vendor. Where none is
 * given, nothing is asked and nothing is stored. An error of a tracer is logged, and changes nothing that happens.
 *
 * @example
 * const tracing: Tracing = { current: () => readTraceparent(requests.getStore()?.traceparent) };
 * const node = createSchedulerNode({ store, handlers, tracing });
 */
export interface Tracing {
  /** The context in which something is scheduled, enqueued or started. Null: none is active. */
  current(): TraceContext | null;
  /** Calls `send` while the span of a producer is active, and returns its promise. Missing: only contexts are stored. */
  send?<T>(work: SentWork, send: () => Promise<T>): Promise<T>;
  /** Begins the span of an attempt. Missing: handlers are called as they are. */
  attempt?(attempt: TracedAttempt): AttemptTrace;
  /** Calls the function of a step of a durable function while its span is active, and returns its promise. */
  step?<T>(name: string, run: () => Promise<T>): Promise<T>;
}
