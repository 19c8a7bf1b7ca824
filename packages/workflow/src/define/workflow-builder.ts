import type { DurationInput } from '@scheduler/contracts';
import type {
  MapContext,
  MapRollbackContext,
  OutputIn,
  RollbackContext,
  StepContext,
} from '../declare/step-context.js';
import type { StepHandle, StepRefs } from '../declare/step-handle.js';
import type {
  ApprovalOptions,
  ChildOptions,
  MapOptions,
  SignalOptions,
  SleepOptions,
  StepOptions,
  SureEdges,
} from '../declare/step-options.js';
import type { WorkflowDefinition } from '../declare/workflow-definition.js';

type Answer<TAnswer> = OutputIn<Awaited<TAnswer>>;

/** What a child workflow hands to the steps after it. */
export interface ChildOutput {
  readonly runId: string;
  readonly status: string;
  /** The outputs of its last steps, by name: of those that no other step comes after. */
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** What a sleep hands to the steps after it. Null: it lasted a fixed time. */
export type SleepOutput = { readonly until: string } | null;

/**
 * Adds steps to a workflow. Each method returns a handle, which later steps name in `after` and `afterAny`, and whose output they read with
 * `outputs(handle)`. The output is `undefined` in the types where a step may be skipped or may fail without an end of the workflow.
 *
 * What a step comes after is inferred from `after` and `afterAny` alone: a function for a plain `StepContext`, written elsewhere, says nothing
 * about it.
 */
export interface WorkflowBuilder<TInput> {
  /** A function. What it returns is its output, which must be JSON. */
  step<const TName extends string, TAnswer, const TAll extends StepRefs = never>(
    name: TName,
    run: (context: StepContext<TInput, NoInfer<TAll>>) => TAnswer,
    options?: StepOptions<TInput, TAll, undefined, RollbackContext<Answer<TAnswer>, TInput, NoInfer<TAll>>> &
      SureEdges,
  ): StepHandle<Answer<TAnswer>, TName>;
  step<
    const TName extends string,
    TAnswer,
    const TAll extends StepRefs = never,
    const TAny extends StepRefs = never,
  >(
    name: TName,
    run: (context: StepContext<TInput, NoInfer<TAll>, NoInfer<TAny>>) => TAnswer,
    options: StepOptions<
      TInput,
      TAll,
      TAny,
      RollbackContext<Answer<TAnswer>, TInput, NoInfer<TAll>, NoInfer<TAny>>
    >,
  ): StepHandle<Answer<TAnswer> | undefined, TName>;

  /**
   * Calls a function for each item of a list, which a step before it returned or a function returns. The step of the list need not be named
   * in `after`. Its output is the list of outputs, in the order of the items.
   */
  map<const TName extends string, TItem, TAnswer, const TAll extends StepRefs = never>(
    name: TName,
    source: MapSource<TItem, StepContext<TInput, NoInfer<TAll>>>,
    run: (context: MapContext<TItem, TInput, NoInfer<TAll>>) => TAnswer,
    options?: MapOptions<
      TInput,
      TAll,
      undefined,
      MapRollbackContext<TItem, Answer<TAnswer>, TInput, NoInfer<TAll>>
    > &
      SureEdges,
  ): StepHandle<readonly Answer<TAnswer>[], TName>;
  map<
    const TName extends string,
    TItem,
    TAnswer,
    const TAll extends StepRefs = never,
    const TAny extends StepRefs = never,
  >(
    name: TName,
    source: MapSource<TItem, StepContext<TInput, NoInfer<TAll>, NoInfer<TAny>>>,
    run: (context: MapContext<TItem, TInput, NoInfer<TAll>, NoInfer<TAny>>) => TAnswer,
    options: MapOptions<
      TInput,
      TAll,
      TAny,
      MapRollbackContext<TItem, Answer<TAnswer>, TInput, NoInfer<TAll>, NoInfer<TAny>>
    >,
  ): StepHandle<readonly (Answer<TAnswer> | null)[] | undefined, TName>;

  /** Waits until somebody approves or rejects. Its output is the `data` of the approval. */
  approval<
    TData = unknown,
    const TName extends string = string,
    const TAll extends StepRefs = StepRefs,
    const TAny extends StepRefs = StepRefs,
  >(
    name: TName,
    options?: ApprovalOptions<TInput, TAll, TAny>,
  ): StepHandle<TData | undefined, TName>;

  /** Waits for a signal, which may have come before. Its output is the `data` of the signal. */
  signal<
    TData = unknown,
    const TName extends string = string,
    const TAll extends StepRefs = StepRefs,
    const TAny extends StepRefs = StepRefs,
  >(
    name: TName,
    options?: SignalOptions<TInput, TAll, TAny>,
  ): StepHandle<TData | undefined, TName>;

  /** Waits for a time, or until what a function returns: an instant, or a duration from now. It takes no slot meanwhile. */
  sleep<const TName extends string, const TAll extends StepRefs = never, const TAny extends StepRefs = never>(
    name: TName,
    duration: DurationInput | ((context: StepContext<TInput, NoInfer<TAll>, NoInfer<TAny>>) => SleepAnswer),
    options?: SleepOptions<TInput, TAll, TAny>,
  ): StepHandle<SleepOutput | undefined, TName>;

  /** Starts another workflow and waits for its end. When this workflow is undone, the other one undoes itself. */
  workflow<
    const TName extends string,
    TChildInput,
    const TAll extends StepRefs = never,
    const TAny extends StepRefs = never,
  >(
    name: TName,
    child: WorkflowDefinition<TChildInput> | string,
    input?: (
      context: StepContext<TInput, NoInfer<TAll>, NoInfer<TAny>>,
    ) => TChildInput | Promise<TChildInput>,
    options?: ChildOptions<TInput, TAll, TAny>,
  ): StepHandle<ChildOutput | undefined, TName>;

  /** Calls the handler of a job type with a payload. Its output is what the handler returns. */
  job<
    TOutput = unknown,
    const TName extends string = string,
    const TAll extends StepRefs = StepRefs,
    const TAny extends StepRefs = StepRefs,
  >(
    name: TName,
    type: string,
    payload?: (context: StepContext<TInput, NoInfer<TAll>, NoInfer<TAny>>) => unknown,
    options?: StepOptions<TInput, TAll, TAny, RollbackContext<TOutput, TInput, NoInfer<TAll>, NoInfer<TAny>>>,
  ): StepHandle<TOutput | undefined, TName>;

  /** Dispatches an input to an agent. Its output is the answer of the agent. */
  agent<
    TOutput = unknown,
    const TName extends string = string,
    const TAll extends StepRefs = StepRefs,
    const TAny extends StepRefs = StepRefs,
  >(
    name: TName,
    agent: string,
    input?: (context: StepContext<TInput, NoInfer<TAll>, NoInfer<TAny>>) => unknown,
    options?: StepOptions<TInput, TAll, TAny, RollbackContext<TOutput, TInput, NoInfer<TAll>, NoInfer<TAny>>>,
  ): StepHandle<TOutput | undefined, TName>;
}

export type MapSource<TItem, TContext> =
  | StepHandle<readonly TItem[]>
  | string
  | ((context: TContext) => readonly TItem[] | Promise<readonly TItem[]>);

export type SleepAnswer = DurationInput | Date | Promise<DurationInput | Date>;
