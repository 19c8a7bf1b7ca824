import {
  type JobQuery,
  type JobSortField,
  type JobStatus,
  jobStatuses,
  type SortOrder,
  TRIGGER_KINDS,
  type TriggerKind,
} from '@scheduler/contracts';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { zoneOf } from '../reading/read-trigger.js';
import { jobColumns, jobDocument } from '../views/job-view.js';
import { schedulerOf, TENANT_OPTION } from './job-command.js';
import { notePage } from './note-page.js';

const SORT_FIELDS: Readonly<Record<string, JobSortField>> = {
  created: 'createdAt',
  'next-run': 'nextRunAt',
  name: 'name',
  priority: 'priority',
};

export class ScheduleList extends Command {
  readonly name = 'schedule:list';
  readonly description = 'List jobs with their next runs';
  override readonly options: readonly CommandOption[] = [
    {
      flags: '--status <status>',
      description: 'any of these statuses',
      repeatable: true,
      choices: jobStatuses.statuses,
    },
    { flags: '--type <type>', description: 'any of these job types', repeatable: true },
    {
      flags: '--trigger <kind>',
      description: 'any of these kinds of trigger',
      repeatable: true,
      choices: TRIGGER_KINDS,
    },
    { flags: '--queue <queue>', description: 'any of these queues', repeatable: true },
    { flags: '--tag <tag>', description: 'any of these tags', repeatable: true },
    { flags: '--tag-all <tag>', description: 'all of these tags', repeatable: true },
    { flags: '--name <text>', description: 'text that the name contains, in any case' },
    { flags: '--target <id>', description: 'about this domain entity' },
    { flags: '--created-by <who>', description: 'created by' },
    { flags: '--created-after <instant>', description: 'created after' },
    { flags: '--created-before <instant>', description: 'created before' },
    { flags: '--next-after <instant>', description: 'next run after' },
    { flags: '--next-before <instant>', description: 'next run before' },
    { flags: '--zone <zone>', description: 'zone of instants without an offset (default UTC)' },
    { flags: '--sort <field>', description: 'order by', choices: Object.keys(SORT_FIELDS) },
    { flags: '--order <order>', description: 'direction (default desc)', choices: ['asc', 'desc'] },
    { flags: '--limit <n>', description: 'the maximum number to show, 1 to 1000 (default 50)' },
    { flags: '--offset <n>', description: 'the number to skip at the start' },
    TENANT_OPTION,
  ];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const query = readQuery(input);
    const node = await context.node();
    const page = await schedulerOf(node, input).list(query);
    const { items, total, limit, offset } = page;
    io.result({ jobs: items.map((job) => jobDocument(job, node)), total, limit, offset }, () => {
      if (items.length > 0) io.table(jobColumns(node), items);
      notePage(io, page, 'job');
    });
  }
}

function readQuery(input: CommandInput): JobQuery {
  const zone = zoneOf(input);
  return {
    // Commander has checked the values of options with choices.
    statuses: input.list('status') as readonly JobStatus[],
    triggers: input.list('trigger') as readonly TriggerKind[],
    types: input.list('type'),
    queues: input.list('queue'),
    tags: input.list('tag'),
    tagsAll: input.list('tag-all'),
    nameContains: input.text('name'),
    targetId: input.text('target'),
    createdBy: input.text('created-by'),
    createdAfter: input.instant('created-after', zone),
    createdBefore: input.instant('created-before', zone),
    nextRunAfter: input.instant('next-after', zone),
    nextRunBefore: input.instant('next-before', zone),
    sortBy: SORT_FIELDS[input.text('sort') ?? ''],
    sortOrder: input.text('order') as SortOrder | undefined,
    limit: input.integer('limit', { min: 1, max: 1000 }),
    offset: input.integer('offset'),
  };
}
