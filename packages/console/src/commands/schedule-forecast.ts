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
  readonly description = 'Show which jobs will run hour by hour, and where they collide';
  override readonly options: readonly CommandOption[] = [
    {
      flags: '--until <when>',
      description: `an instant, or a duration from now, at most a year (default ${DEFAULT_AHEAD})`,
    },
    { flags: '--queue <queue>', description: 'only these queues', repeatable: true },
    { flags: '--zone <zone>', description: 'zone of the times shown and read (default UTC)' },
    TENANT_OPTION,
  ];
  override readonly help = `The forecast counts the jobs as they are now, without retries and enqueued work. Runs are assumed to take their average duration.

Examples:
  scheduler schedule:forecast --until 24h
  scheduler schedule:forecast --until 2027-12-31 --queue reports --zone Europe/Berlin`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const zone = zoneOf(input);
    const [queues, tenant] = [input.list('queue'), input.text('tenant')];
    const text = input.text('until') ?? DEFAULT_AHEAD;
    // Read before the application is loaded, so that a typing error is reported at once.
    const ahead = readUntil(text, zone);
    const node = await context.node();
    const until = ahead instanceof Date ? ahead : new Date(node.clock.now().getTime() + ahead);
    const forecast = await node.forecast({ until, queues, ...(tenant === undefined ? {} : { tenant }) });
    io.result(forecast, () => show(io, forecast, zone));
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

function show(io: ConsoleIo, forecast: Forecast, zone: string): void {
  const { starts, jobs, until, hours, busiest, queues, collisions, unforeseen } = forecast;
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
  if (forecast.isCut) io.note('there are too many runs to show: the forecast ends earlier than --until');
  if (unforeseen.length > 0)
    io.note(`runs cannot be predicted: ${namesOf(unforeseen.map(({ name, why }) => `${name} (${why})`))}`);
}
