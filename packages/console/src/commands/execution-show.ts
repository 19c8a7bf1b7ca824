import type { Execution } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { dashboardLink } from '../views/dashboard-link.js';
import type { ConsoleIo } from '../output/console-io.js';
import { styled } from '../output/text.js';
import { attemptColumns, executionFields } from '../views/execution-fields.js';
import { EXECUTION_ARGUMENT } from './execution-command.js';
import { followExecution } from './follow-execution.js';
import { schedulerOf, TENANT_OPTION } from './job-command.js';

export class ExecutionShow extends Command {
  readonly name = 'execution:show';
  readonly description = 'Show an execution with its progress and its attempts';
  override readonly arguments = [EXECUTION_ARGUMENT];
  override readonly options = [
    { flags: '--follow', description: 'show its progress until it has ended' },
    TENANT_OPTION,
  ];
  override readonly help = `--follow draws a bar on a terminal and prints a line for each change elsewhere, then shows how the execution ended; the exit code is 1
unless it succeeded. Ctrl-C only ends the display.`;

  async run(input: CommandInput, context: CommandContext): Promise<number> {
    const { io } = context;
    const node = await context.node();
    const scheduler = schedulerOf(node, input);
    const id = input.argument('id');
    if (!input.flag('follow')) {
      show(io, await scheduler.getExecution(id), node);
      return 0;
    }
    const { execution, exitCode } = await followExecution({ node, scheduler, io }, id);
    show(io, execution, node);
    return exitCode ?? (execution.status === 'success' ? 0 : 1);
  }
}

function show(io: ConsoleIo, execution: Execution, node: SchedulerNode): void {
  const dashboard = dashboardLink(node, 'executions', execution.id);
  io.result({ execution, dashboard }, () => {
    const fields = [
      ...executionFields(execution),
      ...(dashboard === null ? [] : [['dashboard', dashboard] as const]),
    ];
    const width = Math.max(...fields.map(([label]) => label.length));
    for (const [label, value] of fields) io.line(styled('dim', label.padEnd(width)), '  ', value);
    if (execution.attempts.length === 0) return;
    io.line('');
    io.line(styled('bold', 'attempts'));
    io.table(attemptColumns, execution.attempts);
  });
}
