import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { EVENT_FILTER_OPTIONS, readEventFilter } from '../reading/read-event-filter.js';
import { readSince } from '../reading/read-since.js';
import { zoneOf } from '../reading/read-trigger.js';
import { loggedEventColumns } from '../views/logged-event-view.js';
import { TENANT_OPTION } from './job-command.js';

export class EventsList extends Command {
  readonly name = 'events:list';
  readonly description = 'List events of the event log, oldest first';
  override readonly options: readonly CommandOption[] = [
    ...EVENT_FILTER_OPTIONS,
    { flags: '--until <instant>', description: 'happened before' },
    { flags: '--zone <zone>', description: 'zone of instants without an offset (default UTC)' },
    { flags: '--limit <n>', description: 'the maximum number to show, 1 to 1000 (default 50)' },
    { flags: '--after <position>', description: 'where the page before ended' },
    TENANT_OPTION,
  ];
  override readonly help = `Examples:
  scheduler events:list --since 1h --name JobPaused --name JobResumed
  scheduler events:list --job <id> --json`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const zone = zoneOf(input);
    const since = readSince(input, zone);
    const until = input.instant('until', zone);
    const limit = input.integer('limit', { min: 1, max: 1_000 });
    const after = input.text('after');
    const node = await context.node();
    const { items, next, atEnd } = await node.eventLog.list({
      ...readEventFilter(input),
      ...(since === undefined ? {} : { since: since(until ?? node.clock.now()) }),
      ...(until === undefined ? {} : { until }),
      ...(limit === undefined ? {} : { limit }),
      ...(after === undefined ? {} : { after }),
    });
    io.result({ events: items, next, atEnd }, () => {
      if (items.length > 0) io.table(loggedEventColumns, items);
      if (items.length === 0) io.info('no events match');
      else if (!atEnd && next !== null) io.note(`there are more events; --after ${next} shows them`);
    });
  }
}
