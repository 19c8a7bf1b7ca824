import type { FailurePattern, HourCount, JobStatistics } from '@scheduler/contracts';
import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import type { Column } from '../output/table.js';
import { styled, type Text } from '../output/text.js';
import { elapsed, relativeTime, utcTime } from '../output/times.js';
import { countsText, durationsText, successText } from '../views/statistics-view.js';
import { type LabelledLine, printLines } from '../views/labelled-lines.js';
import { statusText } from '../views/status-style.js';
import { JOB_ARGUMENT, schedulerOf, TENANT_OPTION } from './job-command.js';

const FAILURES: readonly Column<FailurePattern>[] = [
  { header: 'ERROR', cell: ({ errorType }) => errorType ?? 'unknown' },
  { header: 'NAME', cell: ({ errorName }) => errorName ?? '-' },
  { header: 'CLASS', cell: ({ errorClass }) => errorClass ?? '-' },
  { header: 'COUNT', cell: ({ count }) => String(count), align: 'right' },
  { header: 'LAST', cell: ({ lastAt }) => utcTime(lastAt) },
];

const HOURS: readonly Column<HourCount>[] = [
  { header: 'HOUR (UTC)', cell: ({ hour }) => `${String(hour).padStart(2, '0')}:00`, fixed: true },
  { header: 'EXECUTIONS', cell: ({ count }) => String(count), align: 'right' },
];

export class ScheduleStats extends Command {
  readonly name = 'schedule:stats';
  readonly description = 'Show how the latest 100 executions of a job went';
  override readonly arguments = [JOB_ARGUMENT];
  override readonly options = [TENANT_OPTION];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const node = await context.node();
    const stats = await schedulerOf(node, input).getJobStats(input.argument('job'));
    io.result(stats, () => {
      printLines(io, linesOf(stats, node.clock.now()));
      if (stats.failurePatterns.length > 0) {
        io.line('');
        io.line(styled('bold', 'failures'));
        io.table(FAILURES, stats.failurePatterns);
      }
      if (stats.busiestHours.length > 0) {
        io.line('');
        io.line(styled('bold', 'busiest hours'));
        io.table(HOURS, stats.busiestHours);
      }
    });
  }
}

function linesOf(stats: JobStatistics, now: Date): readonly LabelledLine[] {
  const { executions, performance, lifetime } = stats;
  return [
    ['job', `${stats.name} (${stats.jobId})`],
    ['status', statusText(stats.status)],
    ['executions', countsText(executions)],
    ['success rate', successText(performance)],
    ['durations', durationsText(performance)],
    ['since creation', `${lifetime.fired} fired, ${lifetime.succeeded} succeeded, ${lifetime.failed} failed`],
    ['last', lastText(stats)],
    ['next', nextText(stats, now)],
  ];
}

function lastText({ lastExecution: last }: JobStatistics): Text {
  if (last === null) return '-';
  const took = last.durationMs === null ? '' : `, took ${elapsed(last.durationMs)}`;
  return `${last.status}, ${utcTime(last.startedAt ?? last.scheduledAt)}${took} (${last.id})`;
}

function nextText({ nextExecution: next }: JobStatistics, now: Date): string {
  if (next === null) return '-';
  const takes = next.estimatedDurationMs === null ? '' : `, takes about ${elapsed(next.estimatedDurationMs)}`;
  return `${utcTime(next.at)} (${relativeTime(next.at, now)})${takes}`;
}
