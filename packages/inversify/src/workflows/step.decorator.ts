import { WorkflowInvalid } from '@scheduler/contracts';
import { isPlainObject } from '@scheduler/contracts/adapter';
import type {
  AnyStepOptions,
  CallOptions,
  StepContext,
  StepFunction,
  WorkflowDefinition,
} from '@scheduler/workflow';
import { addWorkflowMetadata, workflowMetadataOf } from './workflow-class.js';

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

export type StepMethod = (context: never) => unknown;

/**
 * Makes a method a step of the workflow that its class is. The method itself is not changed.
 *
 * @example
 * @step({ after: 'createAccount', rollback: 'closeMailbox', maxRetries: 5, timeout: '30s' })
 * async openMailbox({ outputs }: StepContext) { … }
 */
export function step(options: StepMethodOptions = {}) {
  return <TMethod extends StepMethod>(
    target: object,
    method: string | symbol,
    _descriptor: TypedPropertyDescriptor<TMethod>,
  ): void => {
    const problem = problemOf(target, method, options);
    if (problem !== null) throw new WorkflowInvalid({ field: `@step ${String(method)}`, ...problem });
    const known = workflowMetadataOf(target.constructor).steps;
    // A method that overrides a step of the parent class takes its place.
    const others = known.filter((one) => one.method !== method);
    addWorkflowMetadata(target.constructor, { steps: [...others, { method: String(method), options }] });
  };
}

function problemOf(target: object, method: string | symbol, options: unknown) {
  const accepted = 'a method of the instances, with a name';
  if (typeof target === 'function') return { value: undefined, problem: 'is static', accepted };
  if (typeof method === 'symbol') return { value: undefined, problem: 'has no name', accepted };
  if (!isPlainObject(options))
    return { value: options, problem: 'is not options', accepted: '{ after, rollback, … }, or nothing' };
  return null;
}
