import type { Newable } from 'inversify';
import { addWorkflowMetadata } from './workflow-class.js';
import type { WorkflowClassOptions } from './workflow-class-options.js';

/**
 * Makes a class a workflow. Its methods with `@step` are the steps.
 *
 * @example
 * @workflow('user_onboarding', { deadline: '7d' })
 * class UserOnboarding {
 *   constructor(@inject(USERS) private readonly users: Users) {}
 *
 *   @step({ rollback: 'deleteAccount' })
 *   async createAccount({ input }: StepContext<{ email: string }>) {
 *     return { userId: await this.users.create(input.email) };
 *   }
 *
 *   async deleteAccount({ output }: RollbackContext<{ userId: string }>) { … }
 *
 *   @step({ after: 'createAccount' })
 *   async sendWelcome({ outputs }: StepContext) { … }
 * }
 */
export function workflow(
  name: string,
  options: WorkflowClassOptions = {},
): (target: Newable<object>) => void {
  return (target) => addWorkflowMetadata(target, { workflow: { name, options } });
}
