import type { ApplicationLoader } from './application-loader.js';
import { ConsoleError } from '../output/console-error.js';
import { BUILT_IN_COMMANDS } from '../command/built-in-commands.js';
import type { Command } from '../command/command.js';
import type { CommandSummary } from '../command/command-context.js';

const BUILT_IN = BUILT_IN_COMMANDS.map(({ name, description }): CommandSummary => ({
  name,
  description,
  source: 'built-in',
}));

function summary({ name, description }: Command): CommandSummary {
  return { name, description, source: 'application' };
}

/** All commands by name. Only the commands of the application need it to be loaded. */
export class CommandCatalog {
  constructor(private readonly application: ApplicationLoader) {}

  /** The commands that are known without loading the application, and the given command. */
  knownWith(command: Command | null): readonly CommandSummary[] {
    if (command === null || BUILT_IN.some(({ name }) => name === command.name)) return BUILT_IN;
    return [...BUILT_IN, summary(command)];
  }

  /** Looks at built-in commands first, which must work although the application is broken or missing. Null: no such command. */
  async find(name: string): Promise<Command | null> {
    const builtIn = BUILT_IN_COMMANDS.find((command) => command.name === name);
    if (builtIn !== undefined) return builtIn.load();
    return (await this.ofApplication()).find((command) => command.name === name) ?? null;
  }

  async all(): Promise<readonly CommandSummary[]> {
    const all = [...BUILT_IN, ...(await this.ofApplication()).map(summary)];
    return all.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** All commands with their arguments and options, including those of the application. */
  async declarations(): Promise<readonly Command[]> {
    return [...this.builtIn(), ...(await this.ofApplication())];
  }

  builtIn(): readonly Command[] {
    return BUILT_IN_COMMANDS.map(({ load }) => load());
  }

  /** The commands to suggest for a word that is not a command. */
  suggestions(): Promise<readonly CommandSummary[]> {
    return this.all().catch(() => BUILT_IN);
  }

  private async ofApplication(): Promise<readonly Command[]> {
    if (!this.application.exists()) return [];
    const commands = await this.application.commands();
    const names = new Set(BUILT_IN_COMMANDS.map(({ name }) => name));
    for (const { name } of commands) {
      if (names.has(name)) {
        throw new ConsoleError(
          'COMMAND_INVALID',
          `there are two commands named '${name}'; rename the one of the application`,
        );
      }
      names.add(name);
    }
    return commands;
  }
}
