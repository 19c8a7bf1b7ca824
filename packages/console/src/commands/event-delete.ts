import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { styled } from '../output/text.js';
import { HANDLER_ARGUMENT } from './event-command.js';
import { noteIfNotDurable, schedulerOf, TENANT_OPTION } from './job-command.js';

export class EventDelete extends Command {
  readonly name = 'event:delete';
  readonly description = 'Delete an event handler; the jobs and executions it created stay';
  override readonly arguments = [HANDLER_ARGUMENT];
  override readonly options: readonly CommandOption[] = [TENANT_OPTION];
  override readonly help = `An application that registers the handler at its start stores it again; disable it instead.`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const id = input.argument('handler');
    const node = await context.node();
    await schedulerOf(node, input).offEvent(id);
    noteIfNotDurable(node, io);
    io.result({ deleted: { id } }, () => io.info('deleted ', styled('bold', id)));
  }
}
