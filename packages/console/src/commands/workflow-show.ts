import { isSchedulerError } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import type { WorkflowState } from '@scheduler/workflow';
import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { printLines } from '../views/labelled-lines.js';
import { runLines, stepColumns, type StepRow } from '../views/workflow-view.js';
import { followRun } from './follow-run.js';
import { TENANT_OPTION } from './job-command.js';
import { RUN_ARGUMENT, runsOf } from './workflow-command.js';

export class WorkflowShow extends Command {
  readonly name = 'workflow:show';
  readonly description = 'Show a run of a workflow with the states of its steps';
  override readonly arguments = [RUN_ARGUMENT];
  override readonly options = [
    { flags: '--follow', description: 'show its progress until it has ended' },
    TENANT_OPTION,
  ];
  override readonly help = `--follow redraws one line on a terminal and prints a line for each change elsewhere, then shows how the run ended; the exit code is 1
unless it completed. Ctrl-C only ends the display.`;

  async run(input: CommandInput, context: CommandContext): Promise<number> {
    const { io } = context;
    const node = await context.node();
    const runs = await runsOf(node, input);
    const id = input.argument('run');
    const { state, exitCode } = input.flag('follow')
      ? await followRun({ node, runs, io }, id)
      : { state: await runs.getState(id), exitCode: 0 };
    const steps = await rowsOf(node, state);
    const now = node.clock.now();
    io.result(documentOf(state, steps), () => {
      printLines(io, runLines(state, now));
      io.line('');
      io.table(stepColumns(now), steps);
    });
    return exitCode ?? (state.run.status === 'completed' ? 0 : 1);
  }
}

async function rowsOf({ scheduler }: SchedulerNode, { steps }: WorkflowState): Promise<readonly StepRow[]> {
  return Promise.all(
    steps.map(async (step) => {
      const { executionId } = step.state;
      const execution =
        executionId === undefined ? null : await scheduler.getExecution(executionId).catch(nullIfDeleted);
      return { step, execution };
    }),
  );
}

/** A run may outlive executions that were deleted meanwhile. */
function nullIfDeleted(error: unknown): null {
  if (isSchedulerError(error) && error.code === 'EXECUTION_NOT_FOUND') return null;
  throw error;
}

function documentOf({ run, progress }: WorkflowState, rows: readonly StepRow[]): object {
  const { id, name, status, createdAt, endedAt, stop } = run;
  const steps = rows.map(({ step, execution }) => ({ ...step, attempts: execution?.attemptsUsed ?? null }));
  return { run: { id, name, status, createdAt, endedAt, stop }, progress, steps };
}
