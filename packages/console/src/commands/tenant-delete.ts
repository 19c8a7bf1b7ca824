import { type DeletedTenant, toTenant } from '@scheduler/contracts';
import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import type { Column } from '../output/table.js';
import { noteIfNotDurable } from './job-command.js';

interface Line {
  readonly what: string;
  readonly count: number;
}

const COLUMNS: readonly Column<Line>[] = [
  { header: 'DELETED', cell: ({ what }) => what },
  { header: 'COUNT', cell: ({ count }) => String(count), align: 'right' },
];

export class TenantDelete extends Command {
  readonly name = 'tenant:delete';
  readonly description = 'Delete everything that belongs to a tenant';
  override readonly arguments = [{ name: 'tenant', description: 'the tenant' }];
  override readonly options = [
    { flags: '-f, --force', description: 'do not ask for confirmation; required without a terminal' },
  ];
  override readonly help = `Deletes jobs, runs of workflows, executions with their logs and dead letters, event handlers, circuits, rate limit buckets, API keys, audit records and idempotency keys, in small steps. Running executions are asked to stop. Let nobody create work for the tenant any more before.`;

  async run(input: CommandInput, context: CommandContext): Promise<number> {
    const { io } = context;
    const tenant = toTenant(input.argument('tenant'));
    const force = input.flag('force');
    if (!force && !io.interactive)
      throw new UsageError(
        'tenant:delete asks for confirmation, which is impossible without a terminal; give --force',
      );
    const node = await context.node();
    if (!force && !(await io.confirm(`Delete everything that belongs to the tenant ${tenant}?`))) {
      io.info('nothing was deleted');
      return 1;
    }
    try {
      const onProgress = ({ executions, jobs }: DeletedTenant) =>
        io.progress(`${executions} executions, ${jobs} jobs deleted …`);
      const deleted = await node.scheduler.deleteTenant(tenant, { onProgress });
      io.progress(null);
      noteIfNotDurable(node, io);
      io.result({ deleted }, () => io.table(COLUMNS, linesOf(deleted)));
    } finally {
      io.progress(null);
    }
    return 0;
  }
}

function linesOf(deleted: DeletedTenant): readonly Line[] {
  const { jobs, workflows, executions, stopped, eventHandlers, circuits, rateLimits } = deleted;
  const { apiKeys, auditRecords, idempotencyKeys, events, alerts } = deleted;
  return [
    { what: 'jobs', count: jobs },
    { what: 'runs of workflows', count: workflows },
    { what: stopped === 0 ? 'executions' : `executions, ${stopped} of them running`, count: executions },
    { what: 'event handlers', count: eventHandlers },
    { what: 'circuits', count: circuits },
    { what: 'rate limit buckets', count: rateLimits },
    { what: 'API keys', count: apiKeys },
    { what: 'audit records', count: auditRecords },
    { what: 'idempotency keys', count: idempotencyKeys },
    { what: 'events of the event log', count: events },
    { what: 'rules of alerts, alerts and silences', count: alerts },
  ];
}
