import { type StandardSchema, WorkflowInvalid } from '@scheduler/contracts';
import { checkInput, isFunction } from '@scheduler/contracts/adapter';
import type { WorkflowDefinition, WorkflowOptions } from '../declare/workflow-definition.js';
import { checkHead, compileWorkflow } from '../graph/compile-workflow.js';
import { StepList } from './declare-steps.js';
import type { WorkflowBuilder } from './workflow-builder.js';

/**
 * Defines a workflow. Handles are its edges, so that the outputs that a step reads are typed by what it comes after. Throws WorkflowInvalid
 * for cycles, unknown or duplicate steps, and options that mean nothing.
 *
 * @example
 * const onboarding = defineWorkflow('user_onboarding', { input: z.object({ email: z.email() }) }, (w) => {
 *   const account = w.step('create_account', async ({ input }) => ({ userId: await users.create(input.email) }), {
 *     rollback: async ({ output }) => output && users.delete(output.userId),
 *   });
 *   w.step('send_welcome', ({ outputs }) => mailer.welcome(outputs(account).userId), { after: account });
 * });
 */
export function defineWorkflow<TInputGiven = unknown, TInput = TInputGiven>(
  name: string,
  options: WorkflowOptions<TInputGiven, TInput> & { readonly input?: StandardSchema<TInputGiven, TInput> },
  build: (w: WorkflowBuilder<TInput>) => void,
): WorkflowDefinition<TInputGiven> {
  checkHead(name, options);
  checkInput({
    value: build,
    check: isFunction('a function (w) => …'),
    field: `${name}.build`,
    error: WorkflowInvalid,
  });
  const list = new StepList(name);
  const answer: unknown = build(builderOf(list) as unknown as WorkflowBuilder<TInput>);
  if (typeof (answer as PromiseLike<unknown> | undefined)?.then === 'function')
    throw new WorkflowInvalid({
      field: `${name}.build`,
      value: undefined,
      problem: 'is asynchronous',
      accepted: 'a function that adds all steps before it returns',
    });
  return compileWorkflow(name, options as WorkflowOptions<TInputGiven>, list.declared);
}

/** The methods of a list without their owner, so that they can be taken apart: `({ step, map }) => …`. */
function builderOf(list: StepList) {
  return {
    step: list.step.bind(list),
    map: list.map.bind(list),
    approval: list.approval.bind(list),
    signal: list.signal.bind(list),
    sleep: list.sleep.bind(list),
    workflow: list.child.bind(list),
    job: list.job.bind(list),
    agent: list.agent.bind(list),
  };
}
