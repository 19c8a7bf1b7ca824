import type { WorkflowDefinition } from '@scheduler/workflow';
import type { Bind } from 'inversify';
import { SCHEDULER_WORKFLOWS } from './tokens.js';

/**
 * Binds definitions under the tag, such as `defineWorkflow` returns.
 *
 * @example
 * new ContainerModule(({ bind }) => {
 *   bindWorkflows(bind, onboarding, offboarding);
 * });
 */
export function bindWorkflows(bind: Bind, ...definitions: readonly WorkflowDefinition[]): void {
  for (const definition of definitions) bind(SCHEDULER_WORKFLOWS).toConstantValue(definition);
}
