import { Command, type CommandContext, type CommandInput } from '@scheduler/console';
import type { TicketService } from '../domains/tickets/ticket.service.js';

/** `npx scheduler tickets:list`, an example of a command that an application adds by binding its class. */
export class TicketsListCommand extends Command {
  readonly name = 'tickets:list';
  readonly description = 'List the support tickets of the reference app';
  override readonly options = [{ flags: '--open', description: 'only tickets that are not resolved' }];

  constructor(private readonly tickets: Pick<TicketService, 'list'>) {
    super();
  }

  async run(input: CommandInput, { io }: CommandContext): Promise<void> {
    const all = await this.tickets.list();
    const shown = input.flag('open') ? all.filter(({ status }) => status !== 'resolved') : all;
    io.result(shown, () => {
      if (shown.length === 0) io.info('There are no tickets. `npm start` opens some.');
      for (const { id, status, priority, title } of shown) {
        io.line(`${id}  ${status.padEnd(9)}  ${priority.padEnd(6)}  ${title}`);
      }
    });
  }
}
