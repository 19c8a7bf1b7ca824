import { isSchedulerError, WorkflowUnknown } from '@scheduler/contracts';
import type { WorkflowRuns } from '@scheduler/workflow';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { TENANT_OPTION } from './job-command.js';
import { runsOf } from './workflow-command.js';

const FORMATS = {
  mermaid: (runs: WorkflowRuns, subject: string) => runs.toMermaid(subject),
  dot: (runs: WorkflowRuns, subject: string) => runs.toDot(subject),
  table: (runs: WorkflowRuns, subject: string) => runs.toTable(subject),
} as const;

export class WorkflowGraph extends Command {
  readonly name = 'workflow:graph';
  readonly description = 'Draw a workflow, or a run with the states of its steps';
  override readonly arguments = [
    { name: 'workflow', description: 'name of a workflow that the application defines, or id of a run' },
  ];
  override readonly options: readonly CommandOption[] = [
    {
      flags: '--format <format>',
      description: 'what to draw (default mermaid)',
      choices: Object.keys(FORMATS),
    },
    TENANT_OPTION,
  ];
  override readonly help = `Examples:
  scheduler workflow:graph user_onboarding > onboarding.mmd
  scheduler workflow:graph user_onboarding --format dot | dot -Tsvg > onboarding.svg`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const runs = await runsOf(await context.node(), input);
    const subject = input.argument('workflow');
    // Commander has checked the values of options with choices.
    const format = (input.text('format') ?? 'mermaid') as keyof typeof FORMATS;
    const graph = await FORMATS[format](runs, subject).catch((error: unknown) => {
      if (!isSchedulerError(error) || error.code !== 'WORKFLOW_NOT_FOUND') throw error;
      throw new WorkflowUnknown(
        subject,
        runs.listAll().map(({ name }) => name),
      );
    });
    io.result({ format, graph }, () => graph.split('\n').forEach((line) => io.line(line)));
  }
}
