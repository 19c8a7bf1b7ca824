import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { LETTER_ARGUMENT, READER_ARGUMENT } from './events-reader-command.js';

export class EventsDismiss extends Command {
  readonly name = 'events:dismiss';
  readonly description = 'Delete a dead letter of a subscription';
  override readonly arguments = [READER_ARGUMENT, LETTER_ARGUMENT];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const name = input.argument('reader');
    const position = input.argument('position');
    const node = await context.node();
    const reader = await node.eventReaders.deleteDeadLetter(name, position);
    io.result({ reader }, () => io.info(`deleted the dead letter ${position} of ${name}`));
  }
}
