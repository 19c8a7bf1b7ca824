import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { styled } from '../output/text.js';
import { type MigratedStore, MigrationsCommand } from './migrations-command.js';

export class MigrateRollback extends MigrationsCommand {
  readonly name = 'migrate:rollback';
  readonly description = 'Take the latest step of the schema back, with the data in it';
  override readonly options = [
    { flags: '-f, --force', description: 'without asking; needed where nobody can be asked' },
  ];

  protected override check(input: CommandInput, { io }: CommandContext): void {
    if (input.flag('force') || io.interactive) return;
    throw new UsageError(
      'migrate:rollback deletes what is stored in the tables it takes back, and nobody is here to be asked; give --force',
    );
  }

  protected async work(
    input: CommandInput,
    { io }: CommandContext,
    { store, migrations }: MigratedStore,
  ): Promise<number> {
    const latest = (await migrations.status()).findLast(({ appliedAt }) => appliedAt !== null);
    const question = `Take ${latest?.name ?? ''} of the ${store} store back and delete what is stored in it?`;
    if (latest !== undefined && !input.flag('force') && !(await io.confirm(question))) {
      io.info('nothing was taken back');
      return 1;
    }
    const rolledBack = await migrations.down();
    io.result({ store, rolledBack }, () => {
      if (rolledBack === null) io.info(`no step of the ${store} store is applied`);
      else io.info('took ', styled('bold', rolledBack), ' back');
    });
    return 0;
  }
}
