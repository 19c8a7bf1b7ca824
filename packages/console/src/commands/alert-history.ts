import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { alertColumns } from '../views/alert-view.js';
import { alertsOf } from './alert-command.js';
import { TENANT_OPTION } from './job-command.js';
import { noteNext } from './note-next.js';

export class AlertHistory extends Command {
  readonly name = 'alert:history';
  readonly description = 'List alerts that fire or have fired, latest first';
  override readonly options: readonly CommandOption[] = [
    { flags: '--rule <rule>', description: 'only alerts of the rule of this name' },
    { flags: '--limit <n>', description: 'the maximum number to show, 1 to 1000 (default 50)' },
    { flags: '--after <cursor>', description: 'where the page before ended' },
    TENANT_OPTION,
  ];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const limit = input.integer('limit', { min: 1, max: 1_000 });
    const query = Object.entries({ rule: input.text('rule'), limit, after: input.text('after') });
    const node = await context.node();
    const page = await alertsOf(node, input).list(
      Object.fromEntries(query.filter(([, value]) => value !== undefined)),
    );
    io.result({ alerts: page.items, next: page.next }, () => {
      if (page.items.length > 0) io.table(alertColumns(node.clock.now()), page.items);
      noteNext(io, page, 'alert');
    });
  }
}
