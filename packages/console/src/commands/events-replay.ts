import type { LogVerification } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import type { ConsoleIo } from '../output/console-io.js';
import { differenceColumns } from '../views/logged-event-view.js';

export class EventsReplay extends Command {
  readonly name = 'events:replay';
  readonly description = 'Build a projection anew from the event log, or verify all rows by it';
  override readonly arguments = [
    {
      name: 'reader',
      description: 'name of the projection or subscription, as events:checkpoints shows it',
      required: false,
    },
  ];
  override readonly options: readonly CommandOption[] = [
    { flags: '--verify', description: 'fold the log, and compare it with every stored row' },
  ];
  override readonly help =
    'With a name the reader begins again with the oldest event, on the node that runs it; a projection is emptied first.\n' +
    '--verify reads everything and changes nothing. Exit code 1 if a row is not what the log says.';

  async run(input: CommandInput, context: CommandContext): Promise<number> {
    const { io } = context;
    const [reader, isVerifying] = [input.optionalArgument('reader'), input.flag('verify')];
    if ((reader === undefined) !== isVerifying)
      throw new UsageError('events:replay needs either the name of a projection, or --verify');
    const node = await context.node();
    if (reader !== undefined) {
      const replayed = await node.eventReaders.replay(reader);
      io.result({ reader: replayed }, () => io.info(`${reader} begins again with the oldest event`));
      return 0;
    }
    try {
      const report = await node.eventLog.verify({
        onProgress: ({ events, rows }) => io.progress(`${events} events and ${rows} rows read …`),
      });
      io.progress(null);
      io.result(report, () => printReport(io, report));
      return report.found === 0 ? 0 : 1;
    } finally {
      io.progress(null);
    }
  }
}

function printReport(
  io: ConsoleIo,
  { events, checked, unexplained, differences, found }: LogVerification,
): void {
  if (differences.length > 0) io.table(differenceColumns, differences);
  const { job, execution, queue, workflow } = checked;
  const rows = `${job} jobs, ${execution} executions, ${queue} queues and ${workflow} runs`;
  if (found === 0) io.info(`${events} events explain ${rows}`);
  else io.note(`${found} differences between ${events} events and ${rows}`);
  if (unexplained > 0)
    io.note(
      `${unexplained} rows are older than the log, or their first events were deleted: they were not compared`,
    );
}
