import {
  createWorkflows,
  type WorkflowDefinition,
  type Workflows,
  type WorkflowsOptions,
} from '@scheduler/workflow';
import { ContainerModule } from 'inversify';
import { WORKFLOW_ENGINE } from '../container/tokens.js';
import { unlessBound } from '../container/unless-bound.js';
import { SCHEDULER_WORKFLOWS, WORKFLOWS } from './tokens.js';

export type WorkflowsModuleOptions = Omit<WorkflowsOptions, 'definitions'>;

/**
 * Binds the runtime of workflows and gives it to the node, with every definition under the tag. What is bound before stays as it is.
 *
 * @example
 * await container.load(schedulerModule({ store }), workflowsModule(), workflowClasses(UserOnboarding));
 * await container.get(SCHEDULER_NODE).start();
 * await container.get(WORKFLOWS).start('user_onboarding', { email: 'ada@example.com' });
 */
export function workflowsModule(options: WorkflowsModuleOptions = {}): ContainerModule {
  return new ContainerModule((load) => {
    const bind = unlessBound(load);
    bind(WORKFLOWS, (to) =>
      to.toResolvedValue(() => createWorkflows({ ...options, definitions: [] })).inSingletonScope(),
    );
    // Apart from the runtime, so that a class with steps can inject the runtime that its own workflow belongs to.
    bind(WORKFLOW_ENGINE, (to) =>
      to
        .toResolvedValue(withDefinitions, [
          WORKFLOWS,
          { serviceIdentifier: SCHEDULER_WORKFLOWS, isMultiple: true, optional: true },
        ])
        .inSingletonScope(),
    );
  });
}

function withDefinitions(workflows: Workflows, definitions: WorkflowDefinition[] | undefined): Workflows {
  for (const definition of definitions ?? []) workflows.register(definition);
  return workflows;
}
