import 'reflect-metadata';
import type { StepMethodOptions } from './step-method-options.js';
import type { WorkflowClassOptions } from './workflow-class-options.js';

/** A method with the decorator `@step`. */
export interface StepOfMethod {
  readonly method: string;
  readonly options: StepMethodOptions;
}

/** What the decorators of a class declare. */
export interface WorkflowClassMetadata {
  /** Set by `@workflow`. Null: the class has no such decorator. */
  readonly workflow: { readonly name: string; readonly options: WorkflowClassOptions } | null;
  /** Set by `@step`, in the order of the methods; those of parent classes come first. */
  readonly steps: readonly StepOfMethod[];
}

const KEY = Symbol.for('scheduler.workflow_class');
const NO_METADATA: WorkflowClassMetadata = Object.freeze({ workflow: null, steps: [] });

/** The metadata of a class, including those of its parents. */
export function workflowMetadataOf(workflowClass: object): WorkflowClassMetadata {
  return (Reflect.getMetadata(KEY, workflowClass) as WorkflowClassMetadata | undefined) ?? NO_METADATA;
}

export function addWorkflowMetadata(workflowClass: object, facts: Partial<WorkflowClassMetadata>): void {
  Reflect.defineMetadata(KEY, { ...workflowMetadataOf(workflowClass), ...facts }, workflowClass);
}
