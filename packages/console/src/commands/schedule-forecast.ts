import { DURATION_RULE, toMilliseconds } from '@scheduler/contracts';
import type { Forecast } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import type { ConsoleIo } from '../output/console-io.js';
import { styled } from '../output/text.js';
import { localTime } from '../output/times.js';
import { readInstant } from '../command/read-instant.js';
import { zoneOf } from '../reading/read-trigger.js';
import { collisionColumns, hourColumns, namesOf, queueColumns } from '../views/forecast-view.js';
import { heatMap } from '../views/heat-map.js';
import { TENANT_OPTION } from './job-command.js';

const DEFAULT_AHEAD = '7d';
const SHOWN_COLLISIONS = 10;

export class ScheduleForecast extends Command {
  readonly name = 'schedule:forecast';
  readonly description = 'Show what will run when, hour by hour, and where it collides';
  override readonly options: readonly CommandOption[] = [
    {
      flags: '--until <when>',
      description: `an instant, or so long from now, at most a year (default ${DEFAULT_AHEAD})`,
    },
    { flags: '--queue <queue>', description: 'only these queues', repeatable: true },
    { flags: '--zone <zone>', description: 'zone of what is shown and read (default UTC)' },
    TENANT_OPTION,
  ];
  override readonly help = `Jobs count as they are now: no retries, nothing that is enqueued. They last as long as they did on average.

Examples:
  scheduler schedule:forecast --until 24h
  scheduler schedule:forecast --until 2027-12-31 --queue reports --zone Europe/Berlin`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const zone = zoneOf(input);
    const [queues, tenant] = [input.list('queue'), input.text('tenant')];
    const text = input.text('until') ?? DEFAULT_AHEAD;
    // Read before the application is loaded: a typing error is told at once.
    const ahead = readUntil(text, zone);
    const node = await context.node();
    const until = ahead instanceof Date ? ahead : new Date(node.clock.now().getTime() + ahead);
    const seen = await node.forecast({ until, queues, ...(tenant === undefined ? {} : { tenant }) });
    io.result(seen, () => show(io, seen, zone));
  }
}

const INSTANT = /^\d{4}-/;

/** An instant, or milliseconds from now. */
function readUntil(text: string, zone: string): Date | number {
  if (INSTANT.test(text)) return readInstant({ text, zone, name: '--until' });
  try {
    return toMilliseconds(text);
  } catch {
    throw new UsageError(
      `--until: ${JSON.stringify(text)} is not accepted; accepted: an instant such as 2030-01-31, or ${DURATION_RULE}`,
    );
  }
}

function show(io: ConsoleIo, seen: Forecast, zone: string): void {
  const { starts, jobs, until, hours, busiest, queues, collisions, unforeseen } = seen;
  const counted = `${starts} ${starts === 1 ? 'run' : 'runs'} of ${jobs} ${jobs === 1 ? 'job' : 'jobs'}`;
  io.line(styled('bold', `${counted} until ${localTime(until, zone)} (${zone})`));
  if (starts > 0) {
    io.line('');
    for (const line of heatMap(hours, zone)) io.line(...line);
    io.line('');
    io.table(hourColumns(zone), busiest);
    io.line('');
    io.table(queueColumns(zone), queues);
    if (collisions.length > 0) {
      io.line('');
      io.table(collisionColumns(zone), collisions.slice(0, SHOWN_COLLISIONS));
    }
  }
  if (collisions.length > SHOWN_COLLISIONS)
    io.note(`${collisions.length - SHOWN_COLLISIONS} more collisions; --json has them`);
  if (seen.isCut) io.note('there is more than can be looked at: it ends earlier than was asked for');
  if (unforeseen.length > 0)
    io.note(`nobody can say when: ${namesOf(unforeseen.map(({ name, why }) => `${name} (${why})`))}`);
}
