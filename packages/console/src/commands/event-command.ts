import type { EventHandler, EventTriggers } from '@scheduler/contracts';
import { Command } from '../command/command.js';
import type { CommandArgument, CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { styled } from '../output/text.js';
import { noteIfNotDurable, schedulerOf, TENANT_OPTION } from './job-command.js';

export const HANDLER_ARGUMENT: CommandArgument = {
  name: 'handler',
  description: 'id of the event handler, as event:list shows it',
};

/** A command that changes one event handler and shows the result. */
export abstract class EventHandlerChange extends Command {
  override readonly arguments: readonly CommandArgument[] = [HANDLER_ARGUMENT];
  override readonly options: readonly CommandOption[] = [TENANT_OPTION];
  /** The participle for the confirmation, such as `enabled`. */
  protected abstract readonly done: string;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const node = await context.node();
    const handler = await this.change(schedulerOf(node, input), input.argument('handler'));
    noteIfNotDurable(node, io);
    io.result({ handler }, () =>
      io.info(`${this.done} `, styled('bold', handler.name), ` of ${handler.eventName} (${handler.id})`),
    );
  }

  protected abstract change(events: EventTriggers, handlerId: string): Promise<EventHandler>;
}
