import type { DurableStepOptions } from './durable-step.js';
import type { Lateness } from '../executions/execution.js';
import type { WorkflowPlace } from '../executions/workflow-place.js';
import type { JsonValue } from '../values/json.js';
import type { Logger } from '../host/logger.js';
import type { CallerTransaction } from '../values/caller-transaction.js';

/** What a handler gets to know about its attempt. */
export interface JobContext {
  readonly executionId: string;
  /** The number of the attempt, from 1. Interruptions and snoozes do not count. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** The nominal instant of the occurrence, or the instant that an enqueued item was scheduled for. */
  readonly scheduledAt: Date;
  /** When the handler was called, by the clock of its node. */
  readonly startedAt: Date;
  readonly lateness: Lateness;
  /** The number among the occurrences of its job, from 1, the same in every attempt. Null: the execution is no occurrence. */
  readonly occurrence: number | null;
  /** Grows with every attempt. A resource that remembers the highest fence can refuse writes of an outdated worker. */
  readonly fence: number;
  /** The same in every attempt of this execution. Pass it to services that support idempotency keys. */
  readonly idempotencyKey: string;
  /** Its place in a run of a workflow. Null: it is no step of a workflow. */
  readonly workflow: WorkflowPlace | null;
  /** The node that runs the attempt. */
  readonly node: string;
  /** Aborted at the timeout, on cancellation, when the lease is lost, and at shutdown; its reason says which. */
  readonly signal: AbortSignal;
  /**
   * Records the success inside the handler's own transaction: its effect and the outcome are committed together or not at all.
   * Throws LeaseLost if the lease is lost, so that the transaction rolls back. Return normally after the commit.
   */
  completeIn(transaction: CallerTransaction, output?: JsonValue): Promise<void>;
  /** Reports the progress. It is stored at an interval, and at the end. `total` null: not known. */
  progress(done: number, total?: number | null): void;
  /**
   * Saves a checkpoint, JSON of at most 256 KB, which a later attempt finds in `lastCheckpoint`. Throws LeaseLost if the lease is lost, and
   * the reason of the signal if the attempt has to stop. Without a value nothing is saved.
   */
  checkpoint(value?: JsonValue): Promise<void>;
  /**
   * Calls a function, and remembers its result in the checkpoint of the execution: a later attempt gets the result without calling it again, so
   * that a retry goes on after the last finished step. The function is called again if its node is lost before its result is saved.
   * Names are unique within an attempt. Results are JSON, and all of them together with the checkpoint have at most 256 KB.
   *
   * When the execution fails for good or is cancelled, the rollbacks of finished steps are called, the last one first.
   *
   * @example
   * const charge = await context.step('charge', () => payments.charge(order), { rollback: ({ output }) => payments.refund(output.id) });
   */
  step<TResult>(
    name: string,
    run: () => TResult | Promise<TResult>,
    options?: DurableStepOptions<TResult>,
  ): Promise<TResult>;
  /**
   * Says that something has happened in the domain of the handler. It is appended to the event log in the step that records the success, and
   * delivered to subscriptions and event handlers at least once, in order. An attempt that does not succeed emits nothing. `data` is JSON of at
   * most 256 KB; an attempt emits at most 100 events. Throws FeatureNotSupported where the store has no event log.
   *
   * @example
   * context.emit('report.generated', { reportId: report.id, pages: report.pages });
   */
  emit(name: string, data?: JsonValue): void;
  /** The last checkpoint of this execution, from this attempt or an earlier one. Null: none. */
  readonly lastCheckpoint: JsonValue;
  /** The time of the scheduler's clock, which tests can set. */
  now(): Date;
  /** Writes log lines that are stored with the execution. */
  readonly log: Logger;
  /** Values that middleware, hooks and the handler of this attempt share. */
  readonly values: Map<string, unknown>;
}
