import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { deadLettersOf, FILTER_OPTIONS, filterOf } from './dead-letter-command.js';
import { noteIfNotDurable, TENANT_OPTION } from './job-command.js';

export class DeadLetterRetryAll extends Command {
  readonly name = 'dead-letter:retry-all';
  readonly description = 'Run dead letters again, oldest first';
  override readonly options: readonly CommandOption[] = [
    ...FILTER_OPTIONS,
    { flags: '--limit <n>', description: 'the maximum number (default all)' },
    TENANT_OPTION,
  ];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const limit = input.integer('limit', { min: 1 });
    const node = await context.node();
    try {
      const retried = await deadLettersOf(node, input).retryAll({
        ...filterOf(input),
        ...(limit === undefined ? {} : { limit }),
        onProgress: (count) => io.progress(`${count} run again …`),
      });
      io.progress(null);
      noteIfNotDurable(node, io);
      io.result({ retried }, () => io.info(`${retried} ${retried === 1 ? 'runs' : 'run'} again`));
    } finally {
      io.progress(null);
    }
  }
}
