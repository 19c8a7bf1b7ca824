import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { ConsoleError } from '../output/console-error.js';
import { printLines } from '../views/labelled-lines.js';
import { TENANT_OPTION } from './job-command.js';

export class EventsShow extends Command {
  readonly name = 'events:show';
  readonly description = 'Show an event of the event log with all its data';
  override readonly arguments = [
    { name: 'position', description: 'position of the event, as events:list shows it' },
  ];
  override readonly options = [TENANT_OPTION];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const position = input.argument('position');
    const node = await context.node();
    const event = await node.eventLog.find(position, { tenant: input.text('tenant') ?? null });
    if (event === null)
      throw new ConsoleError(
        'EVENT_NOT_FOUND',
        `no event has the position ${position}; scheduler events:list shows positions`,
      );
    const { data, at, ...rest } = event;
    io.result({ event }, () => {
      printLines(io, [
        ['at', at.toISOString()],
        ...Object.entries(rest).map(
          ([label, value]) => [label, value === null ? '-' : String(value)] as const,
        ),
        ['data', JSON.stringify(data, null, 2)],
      ]);
    });
  }
}
