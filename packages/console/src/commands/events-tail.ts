import type { LoggedEvent } from '@scheduler/contracts';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import type { ConsoleIo } from '../output/console-io.js';
import { StopRequests } from '../processes/stop-requests.js';
import { EVENT_FILTER_OPTIONS, readEventFilter } from '../reading/read-event-filter.js';
import { readSince } from '../reading/read-since.js';
import { loggedEventLine } from '../views/logged-event-view.js';
import { TENANT_OPTION } from './job-command.js';

const RECENT_MS = 600_000;
const AT_ONCE = 500;

export class EventsTail extends Command {
  readonly name = 'events:tail';
  readonly description = 'Print the latest events of the event log, one per line, and those that follow';
  override readonly options: readonly CommandOption[] = [
    { flags: '--follow', description: 'go on with what happens, until stopped' },
    { flags: '--after <position>', description: 'begin after this position instead of by time' },
    ...EVENT_FILTER_OPTIONS,
    TENANT_OPTION,
  ];
  override readonly help =
    'Without --since or --after it begins ten minutes ago. --json prints one document per line. Stop it with Ctrl+C.';

  async run(input: CommandInput, context: CommandContext): Promise<number> {
    const { io } = context;
    const since = readSince(input);
    const filter = readEventFilter(input);
    const node = await context.node();
    const now = node.clock.now();
    let after = input.text('after');
    const from = since?.(now) ?? new Date(now.getTime() - RECENT_MS);
    const begin = after === undefined || since !== undefined ? { since: from } : {};
    for (let isEnd = false; !isEnd;) {
      const given = after === undefined ? {} : { after };
      const page = await node.eventLog.list({ ...filter, ...begin, ...given, limit: AT_ONCE });
      for (const event of page.items) print(io, event);
      after = page.next ?? after;
      isEnd = page.atEnd;
    }
    if (!input.flag('follow')) return 0;
    const stops = new StopRequests(io);
    const ending = new AbortController();
    void stops.first.then(() => ending.abort());
    try {
      const events = node.eventLog.follow({ ...filter, after: after ?? null }, { signal: ending.signal });
      for await (const event of events) print(io, event);
    } finally {
      stops.dispose();
    }
    return stops.exitCode ?? 0;
  }
}

function print(io: ConsoleIo, event: LoggedEvent): void {
  if (io.json) io.jsonLine(event);
  else io.line(loggedEventLine(event));
}
