import type { CommandArgument } from '../command/command-declaration.js';

export const EXECUTION_ARGUMENT: CommandArgument = {
  name: 'id',
  description: 'id of the execution, as schedule:history shows it',
};
