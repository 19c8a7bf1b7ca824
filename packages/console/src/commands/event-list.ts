import type { EventHandler } from '@scheduler/contracts';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { describeAction, eventHandlerColumns } from '../views/event-handler-view.js';
import { schedulerOf, TENANT_OPTION } from './job-command.js';
import { notePage } from './note-page.js';

export class EventList extends Command {
  readonly name = 'event:list';
  readonly description = 'List the event handlers and their results';
  override readonly options: readonly CommandOption[] = [
    { flags: '--event <name>', description: 'only handlers of this event' },
    { flags: '--limit <n>', description: 'the maximum number to show, 1 to 1000 (default 50)' },
    { flags: '--offset <n>', description: 'the number to skip at the start' },
    TENANT_OPTION,
  ];
  override readonly help = `Handlers are listed in the order in which they are called. A function runs on the nodes that register it; schedule:list --trigger event lists jobs that wait for an event.`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const eventName = input.text('event');
    const limit = input.integer('limit', { min: 1, max: 1_000 });
    const offset = input.integer('offset');
    const node = await context.node();
    const page = await schedulerOf(node, input).eventHandlers({
      ...(eventName === undefined ? {} : { eventName }),
      ...(limit === undefined ? {} : { limit }),
      ...(offset === undefined ? {} : { offset }),
    });
    io.result({ ...page, items: page.items.map(documentOf) }, () => {
      if (page.items.length > 0) io.table(eventHandlerColumns(node.clock.now()), page.items);
      notePage(io, page, 'event handler');
    });
  }
}

function documentOf(handler: EventHandler) {
  return { ...handler, does: describeAction(handler) };
}
