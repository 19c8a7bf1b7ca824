import type {
  AnyStepOptions,
  CallOptions,
  StepContext,
  StepFunction,
  WorkflowDefinition,
} from '@scheduler/workflow';

type Names = string | readonly string[];

interface MethodEdges extends Omit<AnyStepOptions, 'after' | 'afterAny' | 'when' | 'rollback'> {
  /** The name of the step. Default: that of the method. */
  readonly name?: string;
  /** The names of steps that must all have ended well. */
  readonly after?: Names;
  /** The names of steps of which the first success starts this one. */
  readonly afterAny?: Names;
  /** A method, by its name, or a function that says whether the step runs. */
  readonly when?: string | ((context: StepContext) => boolean | Promise<boolean>);
  /** The method that undoes the step, by its name, alone or with how it is called. */
  readonly rollback?: string | (CallOptions & { readonly method: string });
}

/** What a method is for a step, and the options of the step. */
export type StepMethodOptions = MethodEdges &
  (
    | { readonly kind?: 'function' }
    /** The method is called for each item of the list, which a step returned or a function returns. */
    | { readonly kind: 'map'; readonly source: string | StepFunction }
    /** The method says until when. */
    | { readonly kind: 'sleep' }
    /** The method returns the input of the other workflow. */
    | { readonly kind: 'workflow'; readonly child: WorkflowDefinition | string }
    /** The method returns the payload. */
    | { readonly kind: 'job'; readonly type: string }
    /** The method returns the input of the agent. */
    | { readonly kind: 'agent'; readonly agent: string }
  );
