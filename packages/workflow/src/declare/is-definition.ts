import type { WorkflowDefinition } from './workflow-definition.js';

/** By it a definition is known, also to another copy of this package. It is not copied with the fields, because a copy was not checked. */
const DEFINED = Symbol.for('@scheduler/workflow:definition');

/** Marks a definition that was checked and compiled. */
export function asDefinition<TInput>(
  definition: WorkflowDefinition<TInput>,
): Readonly<WorkflowDefinition<TInput>> {
  return Object.freeze(Object.defineProperty(definition, DEFINED, { value: true }));
}

/** Whether a value is what `defineWorkflow` or another of the ways to define a workflow returned. */
export function isDefinition(value: unknown): boolean {
  return typeof value === 'object' && value !== null && DEFINED in value;
}
