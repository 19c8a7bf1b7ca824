import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { readPayload } from '../reading/read-values.js';
import { styled } from '../output/text.js';
import { executionName } from '../views/execution-view.js';
import { EXECUTION_ARGUMENT } from './execution-command.js';
import { noteIfNotDurable, schedulerOf, TENANT_OPTION } from './job-command.js';

export class ExecutionRetry extends Command {
  readonly name = 'execution:retry';
  readonly description =
    'Run an execution that failed or timed out again, as a new execution from its beginning';
  override readonly arguments = [EXECUTION_ARGUMENT];
  override readonly options = [
    { flags: '--payload <json>', description: 'another payload: JSON, @file, or - for stdin' },
    TENANT_OPTION,
  ];
  override readonly help = `Examples:
  scheduler execution:retry 018f…
  scheduler execution:retry 018f… --payload '{"to":"ann@example.org"}'`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const node = await context.node();
    const changes = input.text('payload') === undefined ? {} : { payload: await readPayload(input, context) };
    const execution = await schedulerOf(node, input).retryExecution(input.argument('id'), changes);
    noteIfNotDurable(node, io);
    io.result({ execution }, () =>
      io.info('runs again: ', styled('bold', executionName(execution)), ` (${execution.id})`),
    );
  }
}
