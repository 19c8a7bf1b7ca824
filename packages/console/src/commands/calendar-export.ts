import { writeFile } from 'node:fs/promises';
import type { SchedulerNode } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { schedulerOf, TENANT_OPTION } from './job-command.js';

const LINKS = ['google', 'outlook'] as const;
type Link = (typeof LINKS)[number];

export class CalendarExport extends Command {
  readonly name = 'calendar:export';
  readonly description = 'Write jobs as an iCalendar file, or a link that adds one to a calendar';
  override readonly options: readonly CommandOption[] = [
    { flags: '--job <job>', description: 'only this job, by its id or name' },
    { flags: '--tag <tag>', description: 'only jobs with all of these tags', repeatable: true },
    { flags: '--output <file>', description: 'write to this file instead of printing' },
    { flags: '--link <calendar>', description: 'print a link for --job instead', choices: LINKS },
    TENANT_OPTION,
  ];
  override readonly help = `Examples:
  scheduler calendar:export --output jobs.ics
  scheduler calendar:export --job nightly-report --link google`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const [job, tenant, file] = [input.text('job'), input.text('tenant'), input.text('output')];
    const link = input.text('link') as Link | undefined;
    if (link !== undefined && job === undefined)
      throw new UsageError('--link is for one job: name it by --job');
    if (link !== undefined && file !== undefined)
      throw new UsageError('--output is for a file, and --link prints a link: use one of them');
    const node = await context.node();
    if (link !== undefined && job !== undefined) {
      const url = await linkTo(node, link, await schedulerOf(node, input).get(job));
      io.result({ url }, () => io.line(url));
      return;
    }
    const calendar = await node.exportCalendar({
      tags: input.list('tag'),
      ...(job === undefined ? {} : { job }),
      ...(tenant === undefined ? {} : { tenant }),
    });
    if (file === undefined) {
      io.result({ calendar }, () => io.line(calendar.trimEnd()));
      return;
    }
    await writeFile(file, calendar);
    const events = calendar.split('BEGIN:VEVENT').length - 1;
    io.result({ file, events }, () =>
      io.line(`wrote ${events} ${events === 1 ? 'event' : 'events'} to ${file}`),
    );
  }
}

function linkTo(
  { calendarExporter }: SchedulerNode,
  link: Link,
  job: Parameters<SchedulerNode['calendarExporter']['toOutlookUrl']>[0]['job'],
): Promise<string> {
  return link === 'google'
    ? calendarExporter.toGoogleCalendarUrl({ job })
    : calendarExporter.toOutlookUrl({ job });
}
