import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { styled } from '../output/text.js';
import {
  changeOptions,
  IF_REVISION_OPTION,
  JOB_ARGUMENT,
  noteIfNotDurable,
  schedulerOf,
  TENANT_OPTION,
} from './job-command.js';

export class ScheduleDelete extends Command {
  readonly name = 'schedule:delete';
  readonly description = 'Delete a job with its executions and logs';
  override readonly arguments = [JOB_ARGUMENT];
  override readonly options = [
    { flags: '-f, --force', description: 'do not ask for confirmation; required without a terminal' },
    IF_REVISION_OPTION,
    TENANT_OPTION,
  ];

  async run(input: CommandInput, context: CommandContext): Promise<number> {
    const { io } = context;
    const force = input.flag('force');
    const options = changeOptions(input);
    if (!force && !io.interactive) {
      throw new UsageError(
        'schedule:delete asks for confirmation, which is impossible without a terminal; give --force',
      );
    }
    const node = await context.node();
    const scheduler = schedulerOf(node, input);
    const { id, name } = await scheduler.get(input.argument('job'));
    if (!force && !(await io.confirm(`Delete ${name} (${id}) with its executions and logs?`))) {
      io.info('nothing was deleted');
      return 1;
    }
    await scheduler.unschedule(id, options);
    noteIfNotDurable(node, io);
    io.result({ deleted: { id, name } }, () => io.info('deleted ', styled('bold', name), ` (${id})`));
    return 0;
  }
}
