import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import type { Column } from '../output/table.js';
import { deadLettersOf } from './dead-letter-command.js';
import { TENANT_OPTION } from './job-command.js';

interface Line {
  readonly by: string;
  readonly name: string;
  readonly count: number;
}

const COLUMNS: readonly Column<Line>[] = [
  { header: 'BY', cell: ({ by }) => by, fixed: true },
  { header: 'NAME', cell: ({ name }) => name },
  { header: 'DEAD LETTERS', cell: ({ count }) => String(count), align: 'right' },
];

export class DeadLetterStats extends Command {
  readonly name = 'dead-letter:stats';
  readonly description = 'Count dead letters by queue and by class of their error';
  override readonly options = [TENANT_OPTION];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const stats = await deadLettersOf(await context.node(), input).stats();
    io.result({ stats }, () => {
      if (stats.total === 0) return io.info('no dead letters');
      io.table(COLUMNS, [...linesOf('queue', stats.byQueue), ...linesOf('class', stats.byErrorClass)]);
    });
  }
}

function linesOf(by: string, counts: Readonly<Record<string, number>>): readonly Line[] {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => ({ by, name, count }));
}
