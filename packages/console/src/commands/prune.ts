import { formatDuration } from '@scheduler/contracts';
import type { PruneReport, SchedulerNode } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import type { Column } from '../output/table.js';

interface Rule {
  readonly what: string;
  readonly kept: string;
  readonly removed: number;
}

const COLUMNS: readonly Column<Rule>[] = [
  { header: 'DELETED', cell: ({ what }) => what },
  { header: 'KEPT FOR', cell: ({ kept }) => kept },
  { header: 'COUNT', cell: ({ removed }) => String(removed), align: 'right' },
];

export class Prune extends Command {
  readonly name = 'prune';
  readonly description =
    'Delete executions, workflows, ended one-off jobs, audit records and alerts whose retention is over';
  override readonly options: readonly CommandOption[] = [
    {
      flags: '--vacuum',
      description: "run the database's own maintenance afterwards: VACUUM, ANALYZE or OPTIMIZE",
    },
  ];
  override readonly help = `A running node does the same, executions, workflows, audit records and expired idempotency keys every minute, and jobs and alerts every hour. Recurring jobs are never deleted, nor are jobs that have dead letters or executions that have not ended.
--vacuum may take minutes and hold up other work on the database: run it when there is little to do. It is refused on a store that has nothing to vacuum.`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const node = await context.node();
    try {
      const { upkeep, ...removed } = await node.prune({
        onProgress: (_, soFar) => io.progress(`deleted ${progressText(soFar)} …`),
        upkeep: input.flag('vacuum'),
      });
      io.progress(null);
      const total = Object.values(removed).reduce((sum, count) => sum + count, 0);
      io.result({ removed, total, ...(upkeep === undefined ? {} : { upkeep }) }, () => {
        io.table(COLUMNS, rulesOf(removed, node));
        for (const statement of upkeep ?? []) io.line(statement);
      });
    } finally {
      io.progress(null);
    }
  }
}

/** `2 ended, 1 dead letters, 3 jobs`; what is zero is left out. */
function progressText(report: PruneReport): string {
  const { ended, failed, deadLetters, workflows, jobs, auditRecords, idempotencyKeys, events, alerts } =
    report;
  const counts = [
    [ended, 'ended'],
    [failed, 'failed'],
    [deadLetters, 'dead letters'],
    [workflows, 'workflows'],
    [jobs, 'jobs'],
    [auditRecords, 'audit records'],
    [idempotencyKeys, 'idempotency keys'],
    [events, 'events'],
    [alerts, 'alerts'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ');
}

function rulesOf(report: PruneReport, { config }: SchedulerNode): readonly Rule[] {
  const { retention, deadLetters: dead } = config;
  return [
    { what: 'success, cancelled, skipped', kept: formatDuration(retention.successMs), removed: report.ended },
    { what: 'failed, timeout', kept: formatDuration(retention.failedMs), removed: report.failed },
    {
      what: 'dead letters',
      kept: `${formatDuration(dead.retentionMs)}, at most ${dead.maxEntries}`,
      removed: report.deadLetters,
    },
    { what: 'ended workflows', kept: formatDuration(retention.workflowsMs), removed: report.workflows },
    { what: 'ended one-off jobs', kept: formatDuration(retention.jobsMs), removed: report.jobs },
    { what: 'audit records', kept: formatDuration(retention.auditMs), removed: report.auditRecords },
    { what: 'idempotency keys', kept: 'until they expire', removed: report.idempotencyKeys },
    {
      what: 'events of the event log',
      kept: retention.eventsMs === null ? 'always' : formatDuration(retention.eventsMs),
      removed: report.events,
    },
    {
      what: 'alerts that are over, silences',
      kept: formatDuration(config.alerts.retentionMs),
      removed: report.alerts,
    },
  ];
}
