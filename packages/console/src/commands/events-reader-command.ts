import type { CommandArgument } from '../command/command-declaration.js';

export const READER_ARGUMENT: CommandArgument = {
  name: 'reader',
  description: 'name of the subscription or projection, as events:checkpoints shows it',
};

export const LETTER_ARGUMENT: CommandArgument = {
  name: 'position',
  description: 'position of its dead letter',
};
