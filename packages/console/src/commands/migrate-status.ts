import type { MigrationState } from '@scheduler/contracts';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import type { Column } from '../output/table.js';
import { styled } from '../output/text.js';
import { localTime } from '../output/times.js';
import { type MigratedStore, MigrationsCommand } from './migrations-command.js';

const COLUMNS: readonly Column<MigrationState>[] = [
  { header: 'MIGRATION', cell: ({ name }) => name, fixed: true },
  {
    header: 'APPLIED (UTC)',
    cell: ({ appliedAt }) => (appliedAt === null ? styled('yellow', 'no') : localTime(appliedAt, 'UTC')),
  },
];

export class MigrateStatus extends MigrationsCommand {
  readonly name = 'migrate:status';
  readonly description = 'Show which migrations are applied';
  override readonly help = 'The exit code is 1 if a migration is missing, for scripts that wait for it.';

  protected async work(
    _input: CommandInput,
    { io }: CommandContext,
    { store, migrations }: MigratedStore,
  ): Promise<number> {
    const states = await migrations.status();
    const missing = states.filter(({ appliedAt }) => appliedAt === null).length;
    io.result({ store, migrations: states, missing }, () => {
      io.table(COLUMNS, states);
      if (missing > 0)
        io.note(`${missing} of ${states.length} migrations are missing; scheduler migrate applies them`);
    });
    return missing === 0 ? 0 : 1;
  }
}
