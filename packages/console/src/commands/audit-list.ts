import type { AuditQuery } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { readSince } from '../reading/read-since.js';
import { zoneOf } from '../reading/read-trigger.js';
import { auditColumns } from '../views/audit-view.js';
import { TENANT_OPTION } from './job-command.js';
import { noteNext } from './note-next.js';

export class AuditList extends Command {
  readonly name = 'audit:list';
  readonly description = 'List who changed what through the API and by API keys, latest first';
  override readonly options: readonly CommandOption[] = [
    { flags: '--action <permission>', description: 'only what needed this permission, such as jobs:write' },
    { flags: '--principal <id>', description: 'only what this principal did' },
    { flags: '--object <id>', description: 'only what was done to this object' },
    { flags: '--object-kind <kind>', description: 'only what was done to objects of this kind, such as job' },
    { flags: '--since <when>', description: 'done since: 1h, 7d or an instant' },
    { flags: '--until <instant>', description: 'done before' },
    { flags: '--zone <zone>', description: 'zone of instants without an offset (default UTC)' },
    { flags: '--limit <n>', description: 'the maximum number to show, 1 to 1000 (default 50)' },
    { flags: '--after <cursor>', description: 'where the page before ended' },
    TENANT_OPTION,
  ];
  override readonly help = `--json also shows what was before and after each change.
Examples:
  scheduler audit:list --since 24h --action jobs:write
  scheduler audit:list --object-kind api_key --json`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const zone = zoneOf(input);
    const [query, since] = [readQuery(input, zone), readSince(input, zone)];
    const node = await context.node();
    const page = await node.access.auditLog.list({
      ...query,
      ...(since === undefined ? {} : { since: since(query.until ?? node.clock.now()) }),
    });
    io.result({ records: page.items, next: page.next }, () => {
      if (page.items.length > 0) io.table(auditColumns, page.items);
      noteNext(io, page, 'audit record');
    });
  }
}

function readQuery(input: CommandInput, zone: string): AuditQuery {
  const query = {
    action: input.text('action'),
    principal: input.text('principal'),
    objectId: input.text('object'),
    objectKind: input.text('object-kind'),
    until: input.instant('until', zone),
    limit: input.integer('limit', { min: 1, max: 1_000 }),
    after: input.text('after'),
  };
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return { tenant: input.text('tenant') ?? null, ...(Object.fromEntries(given) as Partial<AuditQuery>) };
}
