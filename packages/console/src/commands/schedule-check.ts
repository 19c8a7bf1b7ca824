import type { CheckedCounts, CompatibilityReport, CompatibilityProblem } from '@scheduler/core';
import type { StrandedRun, StrandedRuns } from '@scheduler/workflow';
import { strandedRuns } from '../application/runs-to-finish.js';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import type { ConsoleIo } from '../output/console-io.js';
import type { Column } from '../output/table.js';
import { styled } from '../output/text.js';
import { TENANT_OPTION } from './job-command.js';

interface Misfit {
  readonly what: string;
  readonly name: string;
  readonly type: string;
  readonly problem: string;
  readonly why: string;
}

const COLUMNS: readonly Column<Misfit>[] = [
  { header: 'WHAT', cell: ({ what }) => what, fixed: true },
  { header: 'NAME OR ID', cell: ({ name }) => name },
  { header: 'TYPE', cell: ({ type }) => type },
  { header: 'PROBLEM', cell: ({ problem }) => styled('red', problem), fixed: true },
  { header: 'WHY', cell: ({ why }) => why },
];

function misfitOf({ subject, name, id, type, kind, message }: CompatibilityProblem): Misfit {
  return {
    what: subject,
    name: subject === 'job' ? (name ?? id) : id,
    type,
    problem: kind.replaceAll('_', ' '),
    why: message,
  };
}

function strandedMisfit({ runId, workflow, steps, rollbacks }: StrandedRun): Misfit {
  const parts = [
    ...(steps.length === 0 ? [] : [`this build does not have its steps ${steps.join(', ')}`]),
    ...(rollbacks.length === 0 ? [] : [`it cannot undo ${rollbacks.join(', ')}`]),
  ];
  return { what: 'run', name: runId, type: workflow, problem: 'stranded', why: parts.join('; ') };
}

/** What was found in jobs and executions, and in the runs of workflows. Runs null: the store keeps none. */
interface Checked extends CompatibilityReport {
  readonly runs: StrandedRuns | null;
}

export class ScheduleCheck extends Command {
  readonly name = 'schedule:check';
  readonly description = 'Check that everything stored fits the handlers and schemas of this build';
  override readonly help =
    'Checks all jobs that have not ended and all executions that wait: is there a handler, does it accept the payload, is the\n' +
    'trigger valid? And all runs of workflows that have not ended: does this build have the steps of their graphs? Changes nothing. Exit code 1 if something does not fit: run it with a new build before you deploy it.';
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
      const checked: Checked = { ...report, runs: await strandedRuns(node, tenant) };
      io.progress(null);
      io.result(checked, () => printReport(io, checked));
      return foundIn(checked) === 0 ? 0 : 1;
    } finally {
      io.progress(null);
    }
  }
}

function foundIn({ found, runs }: Checked): number {
  return found + (runs?.stranded.length ?? 0);
}

function printReport(io: ConsoleIo, report: Checked): void {
  const { problems, found, runs } = report;
  const [all, checked] = [foundIn(report), checkedText(report)];
  if (all === 0) return io.info(styled('green', 'fits'), `: ${checked}`);
  io.table(COLUMNS, [...problems.map(misfitOf), ...(runs?.stranded ?? []).map(strandedMisfit)]);
  if (found > problems.length) io.note(`${problems.length} of ${found} problems are listed; see --limit`);
  io.error(`${all} ${all === 1 ? 'problem' : 'problems'} in ${checked}`);
}

function checkedText({ checked, runs }: Checked): string {
  const count = runs?.checked ?? 0;
  return `${countText(checked)}${count === 0 ? '' : `, ${count} ${count === 1 ? 'run' : 'runs'} of workflows`}`;
}

function countText({ jobs, executions }: CheckedCounts): string {
  return `${jobs} ${jobs === 1 ? 'job' : 'jobs'}, ${executions} waiting ${executions === 1 ? 'execution' : 'executions'}`;
}
