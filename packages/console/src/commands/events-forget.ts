import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { READER_ARGUMENT } from './events-reader-command.js';

export class EventsForget extends Command {
  readonly name = 'events:forget';
  readonly description = 'Forget a subscription or projection that is not used any more';
  override readonly arguments = [READER_ARGUMENT];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const name = input.argument('reader');
    const node = await context.node();
    const isForgotten = await node.eventReaders.remove(name);
    io.result({ isForgotten }, () =>
      io.info(isForgotten ? `${name} is forgotten` : `nothing of the name ${name} has read the event log`),
    );
  }
}
