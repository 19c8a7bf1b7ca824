import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { styled } from '../output/text.js';
import { executionName } from '../views/execution-view.js';
import { EXECUTION_ARGUMENT } from './execution-command.js';
import { noteIfNotDurable, schedulerOf, TENANT_OPTION } from './job-command.js';

export class ExecutionRetry extends Command {
  readonly name = 'execution:retry';
  readonly description =
    'Run an execution that failed or timed out again, as a new execution from its beginning';
  override readonly arguments = [EXECUTION_ARGUMENT];
  override readonly options = [TENANT_OPTION];
  override readonly help = 'A dead letter stays in the list of dead letters; use dead-letter:retry for it.';

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const node = await context.node();
    const execution = await schedulerOf(node, input).retryExecution(input.argument('id'));
    noteIfNotDurable(node, io);
    io.result({ execution }, () =>
      io.info('runs again: ', styled('bold', executionName(execution)), ` (${execution.id})`),
    );
  }
}
