import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { styled } from '../output/text.js';
import { deadLetterFields } from '../views/dead-letter-view.js';
import { DEAD_LETTER_ARGUMENT, deadLettersOf } from './dead-letter-command.js';
import { TENANT_OPTION } from './job-command.js';

export class DeadLetterShow extends Command {
  readonly name = 'dead-letter:show';
  readonly description = 'Show one dead letter with its error and payload';
  override readonly arguments = [DEAD_LETTER_ARGUMENT];
  override readonly options = [TENANT_OPTION];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const letter = await deadLettersOf(await context.node(), input).get(input.argument('id'));
    io.result({ deadLetter: letter }, () => {
      const fields = deadLetterFields(letter);
      const width = Math.max(...fields.map(([label]) => label.length));
      for (const [label, value] of fields) io.line(styled('dim', label.padEnd(width)), '  ', value);
      const stack = letter.error?.stack ?? null;
      if (stack !== null) for (const line of ['', ...stack.split('\n')]) io.line(line);
    });
  }
}
