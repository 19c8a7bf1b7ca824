import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { styled } from '../output/text.js';
import { relativeTime, utcTime } from '../output/times.js';
import { TENANT_OPTION } from './job-command.js';
import { RUN_ARGUMENT, runsOf, STEP_ARGUMENT } from './workflow-command.js';

export class WorkflowWhy extends Command {
  readonly name = 'workflow:why';
  readonly description = 'Explain what a step of a run waits for and since when, or how it ended';
  override readonly arguments = [RUN_ARGUMENT, STEP_ARGUMENT];
  override readonly options = [TENANT_OPTION];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const node = await context.node();
    const runs = await runsOf(node, input);
    const explanation = await runs.why(input.argument('run'), input.argument('step'));
    const { step, status, reason, since } = explanation;
    io.result(explanation, () => {
      const when =
        since === null ? '' : `, since ${utcTime(since)} (${relativeTime(since, node.clock.now())})`;
      io.line(styled('bold', step), ` is ${status}${when}: ${reason}`);
    });
  }
}
