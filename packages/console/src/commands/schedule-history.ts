import {
  type ExecutionStatus,
  executionStatuses,
  type HistoryQuery,
  type SortOrder,
} from '@scheduler/contracts';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { styled } from '../output/text.js';
import { localTime } from '../output/times.js';
import { zoneOf } from '../reading/read-trigger.js';
import { executionColumns } from '../views/execution-view.js';
import { historyOfEvents } from './schedule-history-events.js';
import { JOB_ARGUMENT, schedulerOf, TENANT_OPTION } from './job-command.js';
import { notePage } from './note-page.js';

export class ScheduleHistory extends Command {
  readonly name = 'schedule:history';
  readonly description = 'Show the executions of a job';
  override readonly arguments = [JOB_ARGUMENT];
  override readonly options: readonly CommandOption[] = [
    {
      flags: '--status <status>',
      description: 'any of these statuses',
      repeatable: true,
      choices: executionStatuses.statuses,
    },
    { flags: '--since <instant>', description: 'started at or after' },
    { flags: '--until <instant>', description: 'started at or before' },
    { flags: '--zone <zone>', description: 'zone of instants without an offset (default UTC)' },
    {
      flags: '--events',
      description: 'show what happened to the job instead, by its event log, oldest first',
    },
    { flags: '--logs', description: 'include the log lines of the handlers' },
    { flags: '--order <order>', description: 'by start (default desc)', choices: ['asc', 'desc'] },
    { flags: '--limit <n>', description: 'the maximum number to show, 1 to 1000 (default 10)' },
    { flags: '--offset <n>', description: 'the number to skip at the start' },
    TENANT_OPTION,
  ];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const query = readQuery(input);
    const node = await context.node();
    if (input.flag('events')) return historyOfEvents({ io, node, input }, query);
    const page = await schedulerOf(node, input).history(input.argument('job'), query);
    const { items, total, limit, offset } = page;
    io.result({ executions: items, total, limit, offset }, () => {
      if (items.length > 0) io.table(executionColumns, items);
      for (const { id, logs } of items) {
        if (logs.length > 0) io.line(styled('bold', `log of ${id}`));
        for (const { at, level, message } of logs)
          io.line(`  ${localTime(at, 'UTC')}Z  ${level.padEnd(5)}  ${message}`);
      }
      notePage(io, page, 'execution');
    });
  }
}

function readQuery(input: CommandInput): HistoryQuery {
  const zone = zoneOf(input);
  return {
    // Commander has checked the values of options with choices.
    statuses: input.list('status') as readonly ExecutionStatus[],
    since: input.instant('since', zone),
    until: input.instant('until', zone),
    includeLogs: input.flag('logs'),
    sortOrder: input.text('order') as SortOrder | undefined,
    limit: input.integer('limit', { min: 1, max: 1000 }),
    offset: input.integer('offset'),
  };
}
