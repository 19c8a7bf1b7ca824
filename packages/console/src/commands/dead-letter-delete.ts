import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { DEAD_LETTER_ARGUMENT, deadLettersOf } from './dead-letter-command.js';
import { TENANT_OPTION } from './job-command.js';

export class DeadLetterDelete extends Command {
  readonly name = 'dead-letter:delete';
  readonly description = 'Delete a dead letter; its execution stays in the history';
  override readonly arguments = [DEAD_LETTER_ARGUMENT];
  override readonly options = [TENANT_OPTION];

  async run(input: CommandInput, context: CommandContext): Promise<number> {
    const { io } = context;
    const id = input.argument('id');
    const deleted = await deadLettersOf(await context.node(), input).delete(id);
    io.result({ deleted, id }, () => io.info(deleted ? `deleted ${id}` : `${id} is no dead letter`));
    return deleted ? 0 : 1;
  }
}
