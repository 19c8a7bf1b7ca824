import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { deadLetterColumns } from '../views/dead-letter-view.js';
import { deadLettersOf, FILTER_OPTIONS, filterOf } from './dead-letter-command.js';
import { TENANT_OPTION } from './job-command.js';
import { notePage } from './note-page.js';

export class DeadLetterList extends Command {
  readonly name = 'dead-letter:list';
  readonly description = 'List executions that failed for good, latest first';
  override readonly options: readonly CommandOption[] = [
    ...FILTER_OPTIONS,
    { flags: '--limit <n>', description: 'the maximum number to show, 1 to 1000 (default 50)' },
    { flags: '--offset <n>', description: 'the number to skip at the start' },
    TENANT_OPTION,
  ];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const [limit, offset] = [input.integer('limit', { min: 1, max: 1_000 }), input.integer('offset')];
    const query = {
      ...filterOf(input),
      ...(limit === undefined ? {} : { limit }),
      ...(offset === undefined ? {} : { offset }),
    };
    const page = await deadLettersOf(await context.node(), input).list(query);
    io.result({ deadLetters: page.items, total: page.total, limit: page.limit, offset: page.offset }, () => {
      if (page.items.length > 0) io.table(deadLetterColumns, page.items);
      notePage(io, { ...page, totalIsExact: true }, 'dead letter');
    });
  }
}
