import { type Bind, ContainerModule, type Newable } from 'inversify';
import { definitionOfClass, workflowOfClass } from './definition-of-class.js';
import { SCHEDULER_WORKFLOWS } from './tokens.js';

type WorkflowClass = Newable<object>;

/**
 * Binds a class with `@workflow` as a singleton, and its workflow under the tag. Its constructor may inject what it needs.
 *
 * @example
 * new ContainerModule(({ bind }) => {
 *   bindWorkflowClass(bind, UserOnboarding);
 * });
 */
export function bindWorkflowClass(bind: Bind, workflowClass: WorkflowClass): void {
  contribute(bind, workflowClass);
  bind(workflowClass).toSelf().inSingletonScope();
}

/**
 * A module of classes with `@workflow`. A class that is bound already keeps its binding.
 *
 * @example
 * await container.load(schedulerModule({ store }), workflowsModule(), workflowClasses(UserOnboarding));
 */
export function workflowClasses(...classes: readonly WorkflowClass[]): ContainerModule {
  return new ContainerModule(({ bind, isBound }) => {
    for (const workflowClass of classes) {
      if (isBound(workflowClass)) contribute(bind, workflowClass);
      else bindWorkflowClass(bind, workflowClass);
    }
  });
}

function contribute(bind: Bind, workflowClass: WorkflowClass): void {
  // Asked here already, so that a class without the decorators is refused where it is named.
  workflowOfClass(workflowClass);
  bind(SCHEDULER_WORKFLOWS)
    .toResolvedValue((instance: object) => definitionOfClass(workflowClass, instance), [workflowClass])
    .inSingletonScope();
}
