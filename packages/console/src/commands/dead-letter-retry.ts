import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { styled } from '../output/text.js';
import { executionName } from '../views/execution-view.js';
import { DEAD_LETTER_ARGUMENT, deadLettersOf } from './dead-letter-command.js';
import { noteIfNotDurable, TENANT_OPTION } from './job-command.js';

export class DeadLetterRetry extends Command {
  readonly name = 'dead-letter:retry';
  readonly description = 'Run a dead letter again; repeating the command does not run it twice';
  override readonly arguments = [DEAD_LETTER_ARGUMENT];
  override readonly options = [TENANT_OPTION];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const node = await context.node();
    const id = input.argument('id');
    const result = await deadLettersOf(node, input).retry(id);
    noteIfNotDurable(node, io);
    io.result(result, () => {
      if (result.state === 'not_dead') io.info(`${id} is no dead letter any more; nothing was done`);
      else
        io.info('runs again: ', styled('bold', executionName(result.execution)), ` (${result.execution.id})`);
    });
  }
}
