import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { READER_ARGUMENT } from './events-reader-command.js';

export class EventsResume extends Command {
  readonly name = 'events:resume';
  readonly description = 'Let a subscription or projection that has stopped go on';
  override readonly arguments = [READER_ARGUMENT];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const name = input.argument('reader');
    const node = await context.node();
    const reader = await node.eventReaders.resume(name);
    io.result({ reader }, () => io.info(`${name} goes on with the event at which it has stopped`));
  }
}
