import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { type MigratedStore, MigrationsCommand } from './migrations-command.js';

export class MigrateSql extends MigrationsCommand {
  readonly name = 'migrate:sql';
  readonly description = 'Print the statements that migrate would run, for teams that apply SQL themselves';
  override readonly options = [
    { flags: '--all', description: 'print all migrations, also those that are applied; needs no database' },
  ];

  protected async work(
    input: CommandInput,
    { io }: CommandContext,
    { store, migrations }: MigratedStore,
  ): Promise<void> {
    const sql = await migrations.sql({ all: input.flag('all') });
    io.result({ store, sql }, () => io.raw(sql));
  }
}
