import type { OccurrenceVerdict, VerdictKind } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import type { Column } from '../output/table.js';
import { styled, type Style, type Text } from '../output/text.js';
import { localTime } from '../output/times.js';
import { jobDocument, zoneOfTrigger } from '../views/job-view.js';
import { JOB_ARGUMENT, TENANT_OPTION } from './job-command.js';

const STYLES: Readonly<Partial<Record<VerdictKind, Style>>> = {
  ran: 'green',
  ran_late: 'green',
  caught_up: 'green',
  failed: 'red',
  skipped: 'yellow',
  left_out: 'dim',
};

function columns(zone: string): readonly Column<OccurrenceVerdict>[] {
  return [
    { header: `INSTANT (${zone})`, cell: ({ at }) => localTime(at, zone), fixed: true },
    { header: 'VERDICT', cell: verdictText, fixed: true },
    { header: 'WHY', cell: ({ why }) => why },
  ];
}

function verdictText({ kind, count }: OccurrenceVerdict): Text {
  const words = `${kind.replace('_', ' ')}${count > 1 ? ` ×${count}` : ''}`;
  const style = STYLES[kind];
  return style === undefined ? words : styled(style, words);
}

export class ScheduleWhy extends Command {
  readonly name = 'schedule:why';
  readonly description = 'Explain why a job did or did not run, occurrence by occurrence';
  override readonly arguments = [JOB_ARGUMENT];
  override readonly options: readonly CommandOption[] = [
    { flags: '--limit <n>', description: 'the number of latest occurrences, 1 to 1000 (default 50)' },
    TENANT_OPTION,
  ];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const [limit, tenant] = [input.integer('limit', { min: 1, max: 1_000 }), input.text('tenant')];
    const node = await context.node();
    const { job, now, occurrences } = await node.explain(input.argument('job'), {
      ...(limit === undefined ? {} : { limit }),
      ...(tenant === undefined ? {} : { tenant }),
    });
    io.result({ job: jobDocument(job, node), now, occurrences }, () => {
      for (const line of now) io.line(styled('bold', job.name), ': ', line);
      io.line('');
      if (occurrences.length === 0) io.info('it has no occurrences yet');
      else io.table(columns(zoneOfTrigger(job.trigger)), occurrences);
    });
  }
}
