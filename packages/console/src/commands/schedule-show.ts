import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { styled } from '../output/text.js';
import { dashboardLink } from '../views/dashboard-link.js';
import { previewColumns } from '../views/preview-view.js';
import { executionColumns } from '../views/execution-view.js';
import { jobFields } from '../views/job-fields.js';
import { jobDocument, nextRuns } from '../views/job-view.js';
import { showAt } from './schedule-show-at.js';
import { JOB_ARGUMENT, schedulerOf, TENANT_OPTION } from './job-command.js';

const RUNS = 5;

export class ScheduleShow extends Command {
  readonly name = 'schedule:show';
  readonly description = 'Show a job, its next runs and its last executions';
  override readonly arguments = [JOB_ARGUMENT];
  override readonly options = [
    {
      flags: '--at <instant>',
      description: 'as it was then, as far as the event log goes back; UTC unless it has an offset',
    },
    TENANT_OPTION,
  ];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const at = input.instant('at');
    const node = await context.node();
    if (at !== undefined) return showAt({ io, node, input }, at);
    const scheduler = schedulerOf(node, input);
    const job = await scheduler.get(input.argument('job'));
    const { items: executions } = await scheduler.history(job.id, { limit: RUNS });
    const runs = nextRuns(job, node, RUNS);
    const dashboard = dashboardLink(node, 'jobs', job.id);
    io.result({ job: jobDocument(job, node), dashboard, nextRuns: runs, executions }, () => {
      const fields = jobFields(job, node);
      const width = Math.max(...fields.map(([label]) => label.length));
      for (const [label, value] of fields) io.line(styled('dim', label.padEnd(width)), '  ', value);
      io.line('');
      io.line(styled('bold', runs.length === 0 ? 'no further runs' : 'next runs'));
      if (runs.length > 0) io.table(previewColumns(node.clock.now()), runs);
      io.line('');
      io.line(styled('bold', executions.length === 0 ? 'no executions yet' : 'last executions'));
      if (executions.length > 0) io.table(executionColumns, executions);
    });
  }
}
