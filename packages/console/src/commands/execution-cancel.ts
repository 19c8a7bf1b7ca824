import type { CancelRequested } from '@scheduler/contracts';
import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { executionName } from '../views/execution-view.js';
import { EXECUTION_ARGUMENT } from './execution-command.js';
import { noteIfNotDurable, schedulerOf, TENANT_OPTION } from './job-command.js';

export class ExecutionCancel extends Command {
  readonly name = 'execution:cancel';
  readonly description = 'Cancel an execution that waits, or ask one that runs to stop';
  override readonly arguments = [EXECUTION_ARGUMENT];
  override readonly options = [
    { flags: '--reason <text>', description: 'the reason, which is stored' },
    TENANT_OPTION,
  ];
  override readonly help = 'The exit code is 1 if the execution had ended already.';

  async run(input: CommandInput, context: CommandContext): Promise<number> {
    const { io } = context;
    const node = await context.node();
    const scheduler = schedulerOf(node, input);
    const requested = await scheduler.cancelExecution(input.argument('id'), input.text('reason'));
    noteIfNotDurable(node, io);
    io.result(requested, () => io.info(doneText(requested)));
    return requested.state === 'ended' ? 1 : 0;
  }
}

function doneText({ state, execution }: CancelRequested): string {
  const name = `${executionName(execution)} (${execution.id})`;
  switch (state) {
    case 'cancelled':
      return `cancelled ${name} before it started`;
    case 'stopping':
      return `asked ${name} to stop`;
    case 'ended':
      return `${name} is ${execution.status} already; nothing was done`;
  }
}
