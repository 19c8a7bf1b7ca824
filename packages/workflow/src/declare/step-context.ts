import type {
  CallerTransaction,
  Cancelled,
  Discarded,
  Failed,
  JsonObject,
  JsonValue,
  Logger,
  Snoozed,
  Succeeded,
  WorkflowAttributes,
} from '@scheduler/contracts';
import type { HandlesOf, OutputOf } from './step-handle.js';

/** Finds the output of a step that this one comes after. Undefined: that step was skipped, has failed or was not the first. */
export interface StepOutputs<TAll = never, TAny = never> {
  <THandle extends HandlesOf<TAll>>(step: THandle): OutputOf<THandle>;
  <THandle extends HandlesOf<TAny>>(step: THandle): OutputOf<THandle> | undefined;
  /** By name, where no handle is at hand. The type is what the caller says it is. */
  <TOutput = unknown>(step: string): TOutput | undefined;
}

/** What a condition, and every other function of a step, gets to know. */
export interface StepContext<TInput = unknown, TAll = never, TAny = never> {
  /** The input of the run, as its schema reads it, with what `resume` has added. */
  readonly input: TInput;
  readonly outputs: StepOutputs<TAll, TAny>;
  /**
   * Input and outputs in one flat object: the outputs of the steps that this one comes after are merged over the input, in the order of the
   * graph. An output that is no object stands under the name of its step.
   */
  readonly context: JsonObject;
  readonly workflow: string;
  readonly runId: string;
  readonly step: string;
  readonly attributes: WorkflowAttributes;
  readonly tenant: string | null;
  readonly executionId: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Grows with every attempt. A resource that remembers the highest fence can refuse writes of an outdated worker. */
  readonly fence: number;
  /** The same in every attempt of this step. Pass it to services that support idempotency keys. */
  readonly idempotencyKey: string;
  readonly node: string;
  /** Aborted at the timeout, on cancellation, when the lease is lost, and at shutdown; its reason says which. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** The last checkpoint of this step, from this attempt or an earlier one. Null: none. */
  readonly lastCheckpoint: JsonValue;
  now(): Date;
  /** Reports the progress. `total` null: not known. */
  progress(done: number, total?: number | null): void;
  /** Saves a checkpoint, which a later attempt finds in `lastCheckpoint`. */
  checkpoint(value?: JsonValue): Promise<void>;
  /** Records the success of the step, with its output, inside a transaction of the caller. Return normally after the commit. */
  completeIn(transaction: CallerTransaction, output?: JsonValue): Promise<void>;
}

export interface MapContext<TItem, TInput = unknown, TAll = never, TAny = never> extends StepContext<
  TInput,
  TAll,
  TAny
> {
  readonly item: TItem;
  /** The place of the item in the list, from 0. */
  readonly index: number;
}

export interface RollbackContext<
  TOutput = unknown,
  TInput = unknown,
  TAll = never,
  TAny = never,
> extends StepContext<TInput, TAll, TAny> {
  /** What the step has returned. Undefined: it began and did not succeed, so that nobody knows how far it came. */
  readonly output: TOutput | undefined;
}

export interface MapRollbackContext<
  TItem,
  TOutput = unknown,
  TInput = unknown,
  TAll = never,
  TAny = never,
> extends RollbackContext<TOutput, TInput, TAll, TAny> {
  readonly item: TItem;
  readonly index: number;
}

/** The output of a function that may also return a JobResult. */
export type OutputIn<TAnswer> =
  TAnswer extends Succeeded<infer TOutput>
    ? TOutput
    : TAnswer extends Failed | Cancelled | Snoozed | Discarded
      ? never
      : TAnswer;
