import type { WorkflowAttributes, WorkflowRun } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import type { WorkflowRuns } from '@scheduler/workflow';
import { workflowsOfNode } from '../application/workflows-of-node.js';
import { Command } from '../command/command.js';
import type { CommandArgument, CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { styled } from '../output/text.js';
import { readPairs } from '../reading/read-values.js';
import { noteIfNotDurable, TENANT_OPTION } from './job-command.js';

export const RUN_ARGUMENT: CommandArgument = {
  name: 'run',
  description: 'id of the run, as workflow:list shows it',
};

export const WORKFLOW_ARGUMENT: CommandArgument = { name: 'workflow', description: 'name of the workflow' };

export const STEP_ARGUMENT: CommandArgument = {
  name: 'step',
  description: 'name of the step, as workflow:show shows it',
};

/** The runs of the tenant that `--tenant` names, or of all tenants. */
export async function runsOf(node: SchedulerNode, input: CommandInput): Promise<WorkflowRuns> {
  const workflows = await workflowsOfNode(node);
  const tenant = input.text('tenant');
  return tenant === undefined ? workflows : workflows.forTenant(tenant);
}

/** Reads the attributes of `--attribute key=value`. Undefined: none was given. */
export function readAttributes(input: CommandInput): WorkflowAttributes | undefined {
  return readPairs(input, 'attribute');
}

export type ChangeOfRun = (runs: WorkflowRuns, id: string) => Promise<WorkflowRun>;

/** A command that changes one run and shows the result. */
export abstract class RunChange extends Command {
  override readonly arguments: readonly CommandArgument[] = [RUN_ARGUMENT];
  override readonly options: readonly CommandOption[] = [TENANT_OPTION];
  /** The participle for the confirmation, such as `paused`. */
  protected abstract readonly done: string;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const change = await this.read(input, context);
    const node = await context.node();
    const run = await change(await runsOf(node, input), input.argument('run'));
    noteIfNotDurable(node, io);
    io.result({ run }, () =>
      io.info(`${this.done} `, styled('bold', run.name), ` (${run.id}), which is ${run.status} now`),
    );
  }

  /** Reads the options and returns the change. A wrong command line thus fails before the application is loaded. */
  protected abstract read(input: CommandInput, context: CommandContext): ChangeOfRun | Promise<ChangeOfRun>;
}
