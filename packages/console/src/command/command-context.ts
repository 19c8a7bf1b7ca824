import type { Clock } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import type { CommandDeclaration } from './command-declaration.js';
import type { HttpOptions } from './http-options.js';
import type { ConsoleIo } from '../output/console-io.js';

/** The name and description of a command, known without loading it. */
export interface CommandSummary {
  readonly name: string;
  readonly description: string;
  readonly source: 'built-in' | 'application';
}

/** What a command works with. Its functions need no `this`, so they can be destructured. */
export interface CommandContext {
  readonly io: ConsoleIo;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The words of the command line after the name of the program. */
  readonly argv: readonly string[];
  /** How the same program is started again with other words. */
  readonly program: readonly string[];
  /** The clock for commands that need no application; others use the clock of their node. */
  readonly clock: Pick<Clock, 'now'>;
  /** Loads the application and opens its store, at the first call only. The console closes it again. */
  readonly node: () => Promise<SchedulerNode>;
  /** Loads the application but leaves its store closed, for commands that work without the tables of the store. */
  readonly unopenedNode: () => Promise<SchedulerNode>;
  /** How the application wants its API to be served; it opens the store. */
  readonly http: () => Promise<HttpOptions>;
  /** Every command, those of the application included. */
  readonly commands: () => Promise<readonly CommandSummary[]>;
  /** Every command with its arguments and options, which loads them all. */
  readonly declarations: () => Promise<readonly CommandDeclaration[]>;
}
