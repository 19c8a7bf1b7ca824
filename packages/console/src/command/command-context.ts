import type { Clock } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import type { CommandDeclaration } from './command-declaration.js';
import type { ConsoleIo } from '../output/console-io.js';

/** What the console knows of a command without loading it. */
export interface CommandSummary {
  readonly name: string;
  readonly description: string;
  readonly source: 'built-in' | 'application';
}

/** What a command works with. Its functions need no `this`: take them apart as you like. */
export interface CommandContext {
  readonly io: ConsoleIo;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Time for commands that need no application; others take that of their node. */
  readonly clock: Pick<Clock, 'now'>;
  /** Loads the application and opens its store, at the first call only. The console closes it again. */
  readonly node: () => Promise<SchedulerNode>;
  /** Loads the application but leaves its store closed, for what must work although its tables are missing. */
  readonly unopenedNode: () => Promise<SchedulerNode>;
  /** Every command, those of the application included. */
  readonly commands: () => Promise<readonly CommandSummary[]>;
  /** Every command with its arguments and options, which loads them all. */
  readonly declarations: () => Promise<readonly CommandDeclaration[]>;
}
