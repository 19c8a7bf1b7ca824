import { isStepType } from '@scheduler/contracts';
import type { QueueStatistics as Stats } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import type { Column } from '../output/table.js';
import { styled } from '../output/text.js';
import { typeText } from '../views/type-text.js';

const COLUMNS: readonly Column<Stats>[] = [
  { header: 'QUEUE', cell: ({ queue }) => queue, fixed: true },
  { header: 'AVAILABLE', cell: ({ available }) => String(available), align: 'right' },
  { header: 'DELAYED', cell: ({ delayed }) => String(delayed), align: 'right' },
  { header: 'RUNNING', cell: ({ running }) => String(running), align: 'right' },
  {
    header: 'CONCURRENCY',
    cell: ({ concurrency }) => (concurrency === null ? '-' : String(concurrency)),
    align: 'right',
  },
  {
    header: 'GLOBAL',
    cell: ({ globalLimit }) => (globalLimit === null ? '-' : String(globalLimit)),
    align: 'right',
  },
  { header: 'PAUSED', cell: ({ paused }) => (paused ? styled('yellow', 'yes') : 'no') },
];

/** What waits for a handler that this process does not have. */
function withoutHandler({ queue, withoutHandler: types }: Stats): readonly string[] {
  return types.map(
    ({ type, waiting }) =>
      `${queue}: ${waiting} of them ${waiting === 1 ? 'waits' : 'wait'} for a handler of ${handledText(type)}, which this process does not have`,
  );
}

function handledText(type: string): string {
  return isStepType(type) ? typeText(type) : `the type ${type}`;
}

export class QueueStats extends Command {
  readonly name = 'queue:stats';
  readonly description = 'Show how many executions wait and run in each queue';
  override readonly arguments = [{ name: 'queue', description: 'only this queue', required: false }];
  override readonly help = `AVAILABLE counts executions that could run now, DELAYED those that wait for a later instant. CONCURRENCY is that of one node with this configuration;
- means that it does not process the queue. Executions whose type has no handler here are named below the table: they wait for a node that has one. GLOBAL limits how many run at once on all nodes together; - means no limit.`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const node = await context.node();
    const queues = await node.queues.stats(input.optionalArgument('queue'));
    io.result({ queues }, () => {
      if (queues.length === 0) io.info('no queue is configured, and none has work');
      else io.table(COLUMNS, queues);
      for (const line of queues.flatMap(withoutHandler)) io.line(line);
    });
  }
}
