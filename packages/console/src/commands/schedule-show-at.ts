import type { SchedulerNode } from '@scheduler/core';
import type { CommandInput } from '../command/command-input.js';
import type { ConsoleIo } from '../output/console-io.js';
import { styled } from '../output/text.js';
import { executionColumns } from '../views/execution-view.js';
import { jobFields } from '../views/job-fields.js';
import { printLines } from '../views/labelled-lines.js';
import { jobDocument } from '../views/job-view.js';
import { schedulerOf } from './job-command.js';

interface Shown {
  readonly io: ConsoleIo;
  readonly node: SchedulerNode;
  readonly input: CommandInput;
}

/** Shows a job and its executions as they were at an instant. A job that was deleted since is known by its id alone. */
export async function showAt({ io, node, input }: Shown, at: Date): Promise<void> {
  const reference = input.argument('job');
  const { id } = (await schedulerOf(node, input).find(reference)) ?? { id: reference };
  const tenant = input.text('tenant') ?? null;
  const { job, executions, total } = await node.eventLog.jobAt(id, at, { tenant });
  io.result({ at, job: job === null ? null : jobDocument(job, node), executions, total }, () => {
    if (job === null) {
      io.info(`the event log has no job ${reference} at ${at.toISOString()}`);
      return;
    }
    io.line(styled('bold', `as it was at ${at.toISOString()}`));
    printLines(io, jobFields(job, node));
    io.line('');
    io.line(styled('bold', total === 0 ? 'no executions yet' : `executions (${total})`));
    if (executions.length > 0) io.table(executionColumns, executions);
  });
}
