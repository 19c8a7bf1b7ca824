import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { styled } from '../output/text.js';
import { type MigratedStore, MigrationsCommand } from './migrations-command.js';

export class MigrateRollback extends MigrationsCommand {
  readonly name = 'migrate:rollback';
  readonly description = 'Roll back the latest migration and delete the data in its tables';
  override readonly options = [
    { flags: '-f, --force', description: 'do not ask for confirmation; required without a terminal' },
  ];

  protected override check(input: CommandInput, { io }: CommandContext): void {
    if (input.flag('force') || io.interactive) return;
    throw new UsageError(
      'migrate:rollback deletes the data in the tables that it rolls back, and cannot ask for confirmation without a terminal; give --force',
    );
  }

  protected async work(
    input: CommandInput,
    { io }: CommandContext,
    { store, migrations }: MigratedStore,
  ): Promise<number> {
    const latest = (await migrations.status()).findLast(({ appliedAt }) => appliedAt !== null);
    const question = `Roll back ${latest?.name ?? ''} of the ${store} store and delete the data in its tables?`;
    if (latest !== undefined && !input.flag('force') && !(await io.confirm(question))) {
      io.info('nothing was rolled back');
      return 1;
    }
    const rolledBack = await migrations.down();
    io.result({ store, rolledBack }, () => {
      if (rolledBack === null) io.info(`no migration of the ${store} store is applied`);
      else io.info('rolled back ', styled('bold', rolledBack));
    });
    return 0;
  }
}
