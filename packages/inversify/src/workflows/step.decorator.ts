import { WorkflowInvalid } from '@scheduler/contracts';
import { isPlainObject } from '@scheduler/contracts/adapter';
import type { StepMethodOptions } from './step-method-options.js';
import { addWorkflowMetadata, workflowMetadataOf } from './workflow-class.js';

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
