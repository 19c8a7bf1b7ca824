import type { CheckedCounts, CompatibilityReport, CompatibilityProblem } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import type { ConsoleIo } from '../output/console-io.js';
import type { Column } from '../output/table.js';
import { styled } from '../output/text.js';
import { TENANT_OPTION } from './job-command.js';

const COLUMNS: readonly Column<CompatibilityProblem>[] = [
  { header: 'WHAT', cell: ({ subject }) => subject, fixed: true },
  { header: 'NAME OR ID', cell: ({ subject, name, id }) => (subject === 'job' ? (name ?? id) : id) },
  { header: 'TYPE', cell: ({ type }) => type },
  { header: 'PROBLEM', cell: ({ kind }) => styled('red', kind.replaceAll('_', ' ')), fixed: true },
  { header: 'WHY', cell: ({ message }) => message },
];

export class ScheduleCheck extends Command {
  readonly name = 'schedule:check';
  readonly description = 'Check that everything stored fits the handlers and schemas of this build';
  override readonly help =
    'Checks all jobs that have not ended and all executions that wait: is there a handler, does it accept the payload, is the\n' +
    'trigger valid? Changes nothing. Exit code 1 if something does not fit: run it with a new build before you deploy it.';
  override readonly options: readonly CommandOption[] = [
    {
      flags: '--limit <n>',
      description: 'the maximum number of problems to list, 1 to 10000 (default 1000)',
    },
    TENANT_OPTION,
  ];

  async run(input: CommandInput, context: CommandContext): Promise<number> {
    const { io } = context;
    const [limit, tenant] = [input.integer('limit', { min: 1, max: 10_000 }), input.text('tenant')];
    const node = await context.node();
    try {
      const report = await node.checkCompatibility({
        ...(limit === undefined ? {} : { limit }),
        ...(tenant === undefined ? {} : { tenant }),
        onProgress: (checked) => io.progress(`${countText(checked)} checked …`),
      });
      io.progress(null);
      io.result(report, () => printReport(io, report));
      return report.found === 0 ? 0 : 1;
    } finally {
      io.progress(null);
    }
  }
}

function printReport(io: ConsoleIo, { checked, problems, found }: CompatibilityReport): void {
  if (found === 0) return io.info(styled('green', 'fits'), `: ${countText(checked)}`);
  io.table(COLUMNS, problems);
  if (found > problems.length) io.note(`${problems.length} of ${found} problems are listed; see --limit`);
  io.error(`${found} ${found === 1 ? 'problem' : 'problems'} in ${countText(checked)}`);
}

function countText({ jobs, executions }: CheckedCounts): string {
  return `${jobs} ${jobs === 1 ? 'job' : 'jobs'}, ${executions} waiting ${executions === 1 ? 'execution' : 'executions'}`;
}
