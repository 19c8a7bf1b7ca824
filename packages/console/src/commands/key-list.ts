import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { apiKeyColumns } from '../views/api-key-view.js';
import { TENANT_OPTION } from './job-command.js';
import { noteNext } from './note-next.js';

export class KeyList extends Command {
  readonly name = 'key:list';
  readonly description = 'List the API keys, newest first, without their secrets';
  override readonly options: readonly CommandOption[] = [
    { flags: '--limit <n>', description: 'the maximum number to show, 1 to 1000 (default 50)' },
    { flags: '--after <cursor>', description: 'where the page before ended' },
    TENANT_OPTION,
  ];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const [limit, after] = [input.integer('limit', { min: 1, max: 1_000 }), input.text('after')];
    const node = await context.node();
    const { items, next } = await node.access.apiKeys.list({
      tenant: input.text('tenant') ?? null,
      ...(limit === undefined ? {} : { limit }),
      ...(after === undefined ? {} : { after }),
    });
    io.result({ keys: items, next }, () => {
      if (items.length > 0) io.table(apiKeyColumns(node.clock.now()), items);
      noteNext(io, { items, next }, 'API key');
    });
  }
}
