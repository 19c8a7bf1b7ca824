import type { Command } from './command.js';

/** A command whose module is loaded only when the command runs, so that help and lists stay fast. */
export interface BuiltInCommand {
  readonly name: string;
  readonly description: string;
  readonly load: () => Command;
}
