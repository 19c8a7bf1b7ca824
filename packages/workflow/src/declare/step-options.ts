import type { BackoffInput, DurationInput, OnStepError, PriorityInput } from '@scheduler/contracts';
import type { StepContext } from './step-context.js';
import type { StepRefs } from './step-handle.js';

/** When a step starts, and what follows when it does not succeed. */
export interface EdgeOptions<TInput, TAll, TAny> {
  /** It starts when all of these have ended well; a skipped one counts. */
  readonly after?: TAll;
  /** It starts when the first of these has succeeded. */
  readonly afterAny?: TAny;
  /** Whether it runs although one of `after` was skipped, or is skipped too. Default: `run`. */
  readonly ifSkipped?: 'run' | 'skip';
  /** What happens to the others of `afterAny` when the first one has succeeded. Default: `finish`. */
  readonly losers?: 'finish' | 'cancel';
  /** What follows when it has failed for good. Default: `fail`. */
  readonly onError?: OnStepError;
  /** False: the step is skipped. */
  readonly when?: (context: StepContext<TInput, NoInfer<TAll>, NoInfer<TAny>>) => boolean | Promise<boolean>;
  /** Default: that of the workflow. */
  readonly queue?: string;
  /** Default: that of the workflow. */
  readonly priority?: PriorityInput;
}

/** The edges of a step that always has an output when a step after it starts. */
export interface SureEdges {
  readonly when?: undefined;
  readonly afterAny?: undefined;
  readonly losers?: undefined;
  readonly ifSkipped?: 'run';
  readonly onError?: 'fail';
}

/** How the function of a step is called. */
export interface CallOptions {
  /** The time that one attempt may take. Default: 5 minutes. */
  readonly timeout?: DurationInput;
  /** The most attempts after the first. Default: 3. */
  readonly maxRetries?: number;
  /** Default: exponential, from 60 s with factor 2 up to 1 h. */
  readonly backoff?: BackoffInput;
}

export interface LimitOptions {
  /** The circuit that admits its attempts and counts their failures. Default: none. */
  readonly circuit?: string;
  /** Executions of a tenant with the same key share `concurrencyLimit`. Default: none. */
  readonly concurrencyKey?: string;
  /** How many executions with the same key run at once, over all nodes. Default: 1. */
  readonly concurrencyLimit?: number;
}

/** A rollback alone, or with how it is called; what is not given is as for the step. */
export type RollbackInput<TContext> =
  ((context: TContext) => unknown) | (CallOptions & { readonly run: (context: TContext) => unknown });

/** The options of a step that calls something. */
export interface StepOptions<TInput, TAll, TAny, TRollback>
  extends EdgeOptions<TInput, TAll, TAny>, CallOptions, LimitOptions {
  /** Undoes the step when the workflow is undone. */
  readonly rollback?: RollbackInput<TRollback>;
}

export interface MapOptions<TInput, TAll, TAny, TRollback> extends StepOptions<
  TInput,
  TAll,
  TAny,
  TRollback
> {
  /** How many items are worked on at once. Default: any number. */
  readonly concurrency?: number;
}

/** A child workflow undoes itself, so that its step has no rollback. */
export type ChildOptions<TInput, TAll, TAny> = EdgeOptions<TInput, TAll, TAny> & CallOptions & LimitOptions;

export interface ApprovalOptions<TInput, TAll, TAny> extends EdgeOptions<TInput, TAll, TAny> {
  /** How long it waits for a decision. Default: without end. */
  readonly timeout?: DurationInput;
  /** What follows when nobody has decided in time. Default: `fail`. */
  readonly onTimeout?: 'fail' | 'skip' | 'approve' | 'reject';
}

export interface SignalOptions<TInput, TAll, TAny> extends EdgeOptions<TInput, TAll, TAny> {
  /** The name of the signal. Default: that of the step. */
  readonly signal?: string;
  /** How long it waits for the signal. Default: without end. */
  readonly timeout?: DurationInput;
  /** What follows when the signal has not come in time. Default: `fail`. */
  readonly onTimeout?: 'fail' | 'skip';
}

export type SleepOptions<TInput, TAll, TAny> = EdgeOptions<TInput, TAll, TAny>;

/** All options that a step of any kind can have, as the compiler of the graph reads them. */
export interface AnyStepOptions extends Omit<
  StepOptions<never, StepRefs, StepRefs, never>,
  'when' | 'rollback'
> {
  readonly when?: StepFunction;
  readonly rollback?: StepFunction | (CallOptions & { readonly run: StepFunction });
  readonly concurrency?: number;
  readonly signal?: string;
  readonly onTimeout?: 'fail' | 'skip' | 'approve' | 'reject';
}

/** A function of a step, whatever it is called with. */
export type StepFunction = (context: never) => unknown;
