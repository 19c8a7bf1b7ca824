import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { deadLettersOf } from './dead-letter-command.js';
import { TENANT_OPTION } from './job-command.js';

export class DeadLetterPrune extends Command {
  readonly name = 'dead-letter:prune';
  readonly description = 'Delete the dead letters that failed before an instant';
  override readonly options = [
    { flags: '--before <instant>', description: 'ISO 8601, UTC unless it has an offset' },
    TENANT_OPTION,
  ];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const before = input.instant('before');
    if (before === undefined)
      throw new UsageError(
        'dead-letter:prune needs --before; dead letters past their retention are deleted automatically',
      );
    const pruned = await deadLettersOf(await context.node(), input).prune({ before });
    io.result({ pruned, before }, () =>
      io.info(`deleted ${pruned} dead ${pruned === 1 ? 'letter' : 'letters'}`),
    );
  }
}
