import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';

export class EventsPrune extends Command {
  readonly name = 'events:prune';
  readonly description = 'Delete the events of whole days that ended before an instant';
  override readonly options = [
    { flags: '--before <instant>', description: 'ISO 8601, UTC unless it has an offset' },
  ];
  override readonly help =
    'Events of the day of the instant itself stay. What is deleted explains no row any more, and cannot be replayed. With retention.events a running node does it by itself.';

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const before = input.instant('before');
    if (before === undefined) throw new UsageError('events:prune needs --before');
    const node = await context.node();
    const pruned = await node.eventLog.prune({ before });
    io.result({ pruned, before }, () => io.info(`deleted ${pruned} ${pruned === 1 ? 'event' : 'events'}`));
  }
}
