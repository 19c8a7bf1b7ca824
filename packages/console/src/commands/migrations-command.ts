import type { StoreMigrations } from '@scheduler/contracts';
import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';

/** A store that has a schema. */
export interface MigratedStore {
  readonly store: string;
  readonly migrations: StoreMigrations;
}

/** A command for the schema of the store. The store stays closed, since it refuses to open without its tables. */
export abstract class MigrationsCommand extends Command {
  async run(input: CommandInput, context: CommandContext): Promise<number | void> {
    this.check(input, context);
    const { store, migrations } = await context.unopenedNode();
    if (migrations !== null) return this.work(input, context, { store: store.name, migrations });
    const { io } = context;
    io.result({ store: store.name, migrations: null }, () =>
      io.info(`the ${store.name} store has no schema, so there is nothing to migrate`),
    );
  }

  /** Refuses a wrong command line before the application is loaded. */
  protected check(_input: CommandInput, _context: CommandContext): void {
    // Most of these commands have no options to check.
  }

  protected abstract work(
    input: CommandInput,
    context: CommandContext,
    target: MigratedStore,
  ): Promise<number | void>;
}
