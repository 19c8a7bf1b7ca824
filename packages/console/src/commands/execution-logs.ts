import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { logLine } from '../views/log-view.js';
import { EXECUTION_ARGUMENT } from './execution-command.js';
import { schedulerOf, TENANT_OPTION } from './job-command.js';

export class ExecutionLogs extends Command {
  readonly name = 'execution:logs';
  readonly description = 'Show the log lines of the handler, oldest first';
  override readonly arguments = [EXECUTION_ARGUMENT];
  override readonly options = [TENANT_OPTION];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const scheduler = schedulerOf(await context.node(), input);
    const logs = await scheduler.executionLogs(input.argument('id'));
    io.result({ logs }, () => {
      for (const line of logs) io.line(logLine(line));
      if (logs.length === 0) io.note('the handler wrote no log lines');
    });
  }
}
