import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { styled } from '../output/text.js';
import { type MigratedStore, MigrationsCommand } from './migrations-command.js';

export class Migrate extends MigrationsCommand {
  readonly name = 'migrate';
  readonly description = 'Create or update the tables of the store';
  override readonly help = `It can be repeated without harm, also by several processes at the same time. migrate:sql prints what it would do.`;

  protected async work(
    _input: CommandInput,
    { io }: CommandContext,
    { store, migrations }: MigratedStore,
  ): Promise<void> {
    const applied = await migrations.up();
    io.result({ store, applied }, () => {
      for (const name of applied) io.info('applied ', styled('bold', name));
      if (applied.length === 0) io.info(`the tables of the ${store} store are up to date`);
    });
  }
}
