import { formatDuration } from '@scheduler/contracts';
import type { PruneReport, SchedulerNode } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import type { Column } from '../output/table.js';

interface Rule {
  readonly what: string;
  readonly kept: string;
  readonly removed: number;
}

const COLUMNS: readonly Column<Rule>[] = [
  { header: 'EXECUTIONS', cell: ({ what }) => what },
  { header: 'KEPT FOR', cell: ({ kept }) => kept },
  { header: 'DELETED', cell: ({ removed }) => String(removed), align: 'right' },
];

export class Prune extends Command {
  readonly name = 'prune';
  readonly description = 'Delete executions whose retention is over, in small steps';
  override readonly help = 'A running node does the same every minute. Jobs are never deleted.';

  async run(_input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const node = await context.node();
    try {
      const removed = await node.prune({ onProgress: (count) => io.progress(`${count} deleted …`) });
      io.progress(null);
      const total = removed.ended + removed.failed + removed.deadLetters;
      io.result({ removed, total }, () => io.table(COLUMNS, rulesOf(removed, node)));
    } finally {
      io.progress(null);
    }
  }
}

function rulesOf({ ended, failed, deadLetters }: PruneReport, { config }: SchedulerNode): readonly Rule[] {
  const { retention, deadLetters: dead } = config;
  return [
    { what: 'success, cancelled, skipped', kept: formatDuration(retention.successMs), removed: ended },
    { what: 'failed, timeout', kept: formatDuration(retention.failedMs), removed: failed },
    {
      what: 'dead letters',
      kept: `${formatDuration(dead.retentionMs)}, at most ${dead.maxEntries}`,
      removed: deadLetters,
    },
  ];
}
