import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { styled } from '../output/text.js';
import { eventLetterColumns, eventReaderColumns } from '../views/logged-event-view.js';

export class EventsCheckpoints extends Command {
  readonly name = 'events:checkpoints';
  readonly description = 'Show how far subscriptions and projections have read, and what they could not take';

  async run(_input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const node = await context.node();
    const readers = await node.eventReaders.list();
    io.result({ readers }, () => {
      if (readers.length === 0) io.info('nothing has read the event log yet');
      else io.table(eventReaderColumns, readers);
      for (const { name, deadLetters } of readers.filter((reader) => reader.deadLetters.length > 0)) {
        io.line('');
        io.line(styled('bold', `dead letters of ${name}`));
        io.table(eventLetterColumns, deadLetters);
      }
    });
  }
}
