import type { SchedulerMetrics, SeriesGrouping, SeriesQuery } from '@scheduler/contracts';
import type { SchedulerNode, Statistics } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { utcTime } from '../output/times.js';
import { readZone } from '../command/read-instant.js';
import { readSince } from '../reading/read-since.js';
import { countsText, durationsText, successText } from '../views/statistics-view.js';
import { printSeries } from '../views/series-view.js';
import { type LabelledLine, printLines } from '../views/labelled-lines.js';
import { schedulerOf, TENANT_OPTION } from './job-command.js';

const SERIES_OPTIONS = ['bucket', 'by', 'job'] as const;

export class Metrics extends Command {
  readonly name = 'metrics';
  readonly description = 'Show statistics of jobs, executions, durations and queues';
  override readonly options: readonly CommandOption[] = [
    { flags: '--since <when>', description: 'start of the time range: 1h, 7d or an instant (default 24h)' },
    { flags: '--until <instant>', description: 'end of the time range, an instant (default now)' },
    { flags: '--zone <zone>', description: 'zone of instants without an offset (default UTC)' },
    { flags: '--series', description: 'show what ended over time, in buckets' },
    { flags: '--bucket <duration>', description: 'with --series: the length of a bucket, such as 15m' },
    { flags: '--by <group>', description: 'with --series: one line for each status, queue or type' },
    { flags: '--job <job>', description: 'with --series: only the latest 10,000 executions of a job' },
    TENANT_OPTION,
  ];
  override readonly help = `Executions are those that ended within the time range; what waits or runs is counted as it is now. Durations are those of the last attempts of successes.
Memory, CPU, slots and uptime in --json are those of this process; workers are the nodes that run something now.
With --series each character stands for a bucket of time; --json has the numbers.`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    for (const option of SERIES_OPTIONS)
      if (input.text(option) !== undefined && !input.flag('series'))
        throw new UsageError(`--${option} needs --series`);
    const zone = readZone(input.text('zone'));
    const since = readSince(input, zone);
    const until = input.instant('until', zone);
    const node = await context.node();
    const range = {
      ...(since === undefined ? {} : { since: since(until ?? node.clock.now()) }),
      ...(until === undefined ? {} : { until }),
    };
    if (input.flag('series')) {
      const series = await statisticsOf(node, input).series({ ...range, ...seriesOptions(input) });
      io.result(series, () => printSeries(io, series));
      return;
    }
    const metrics = await schedulerOf(node, input).getMetrics(range);
    io.result(metrics, () => printLines(io, linesOf(metrics)));
  }
}

function statisticsOf(node: SchedulerNode, input: CommandInput): Statistics {
  const tenant = input.text('tenant');
  return tenant === undefined ? node.statistics : node.statistics.forTenant(tenant);
}

function seriesOptions(input: CommandInput): SeriesQuery {
  const [bucket, by, job] = SERIES_OPTIONS.map((option) => input.text(option));
  return {
    ...(bucket === undefined ? {} : { bucket }),
    // Another word is refused by the scheduler, which names those that it knows.
    ...(by === undefined ? {} : { by: by as SeriesGrouping }),
    ...(job === undefined ? {} : { job }),
  };
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
