import { FeatureNotSupported } from '@scheduler/contracts';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { type MigratedStore, MigrationsCommand } from './migrations-command.js';

export class MigrateRowLevelSecurity extends MigrationsCommand {
  readonly name = 'migrate:row-level-security';
  readonly description = 'Print the statements that limit roles of PostgreSQL to the rows of one tenant';
  override readonly options = [
    { flags: '--roles <names>', description: 'the roles to limit, separated by commas; they exist already' },
    { flags: '--write', description: 'let them write the rows of their tenant; default: read' },
    {
      flags: '--unlimited-roles <names>',
      description: 'roles that see everything although they do not own the tables',
    },
    {
      flags: '--setting <name>',
      description: 'the setting of a session that names its tenant; default: scheduler.tenant',
    },
    {
      flags: '--remove',
      description: 'print the statements that take it back, with every access of the roles',
    },
  ];
  override readonly help = `Nothing is changed: run what it prints as the owner of the tables, such as through psql. Run it again after an upgrade that adds tables.`;

  protected override check(input: CommandInput): void {
    if (names(input.text('roles')).length === 0)
      throw new UsageError('--roles is missing: name the roles to limit, such as --roles app,reports');
  }

  protected async work(
    input: CommandInput,
    { io }: CommandContext,
    { store, migrations }: MigratedStore,
  ): Promise<void> {
    if (migrations.rowLevelSecurity === undefined)
      throw new FeatureNotSupported('row-level security', `the store ${store}`, 'use PostgreSQL');
    const setting = input.text('setting');
    const sql = await migrations.rowLevelSecurity({
      roles: names(input.text('roles')),
      unlimitedRoles: names(input.text('unlimited-roles')),
      access: input.flag('write') ? 'write' : 'read',
      remove: input.flag('remove'),
      ...(setting === undefined ? {} : { setting }),
    });
    io.result({ store, sql }, () => io.raw(sql));
  }
}

function names(text: string | undefined): readonly string[] {
  const given = text?.split(',').map((name) => name.trim()) ?? [];
  return given.filter((name) => name !== '');
}
