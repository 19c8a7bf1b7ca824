import type { SchedulerMetrics } from '@scheduler/contracts';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { utcTime } from '../output/times.js';
import { readZone } from '../command/read-instant.js';
import { readSince } from '../reading/read-since.js';
import { countsText, durationsText, successText } from '../views/statistics-view.js';
import { type LabelledLine, printLines } from '../views/labelled-lines.js';
import { schedulerOf, TENANT_OPTION } from './job-command.js';

export class Metrics extends Command {
  readonly name = 'metrics';
  readonly description = 'Show statistics of jobs, executions, durations and queues';
  override readonly options: readonly CommandOption[] = [
    { flags: '--since <when>', description: 'start of the time range: 1h, 7d or an instant (default 24h)' },
    { flags: '--until <instant>', description: 'end of the time range, an instant (default now)' },
    { flags: '--zone <zone>', description: 'zone of instants without an offset (default UTC)' },
    TENANT_OPTION,
  ];
  override readonly help = `Executions are those that ended within the time range; what waits or runs is counted as it is now. Durations are those of the last attempts of successes.
Memory, CPU, slots and uptime in --json are those of this process; workers are the nodes that run something now.`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const zone = readZone(input.text('zone'));
    const since = readSince(input, zone);
    const until = input.instant('until', zone);
    const node = await context.node();
    const metrics = await schedulerOf(node, input).getMetrics({
      ...(since === undefined ? {} : { since: since(until ?? node.clock.now()) }),
      ...(until === undefined ? {} : { until }),
    });
    io.result(metrics, () => printLines(io, linesOf(metrics)));
  }
}

function linesOf(metrics: SchedulerMetrics): readonly LabelledLine[] {
  const { jobs, performance, queue, system, timeRange } = metrics;
  const { pending, running, ...ended } = metrics.executions;
  return [
    ['time', `${utcTime(timeRange.since)} to ${utcTime(timeRange.until)}`],
    ['jobs', countsText(jobs)],
    ['executions', countsText(ended)],
    ['now', `${pending} pending, ${running} running`],
    ['success rate', successText(performance)],
    ['durations', durationsText(performance)],
    [
      'queues',
      `${queue.size} waiting, ${queue.delayed} later, ${queue.processing} running, ${queue.deadLetters} dead letters`,
    ],
    ['workers', String(system.workers)],
  ];
}
