import {
  ERROR_CLASSES,
  type ErrorClass,
  type ExecutionQuery,
  type ExecutionStatus,
  executionStatuses,
  type Scheduler,
  type SortOrder,
} from '@scheduler/contracts';
import { type ExecutionSearch, type PayloadMatch, searchExecutions } from '@scheduler/core';
import { UsageError } from '../output/console-error.js';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { readSince } from '../reading/read-since.js';
import { zoneOf } from '../reading/read-trigger.js';
import { listedColumns } from '../views/execution-view.js';
import { schedulerOf, TENANT_OPTION } from './job-command.js';
import { notePage } from './note-page.js';

export class ExecutionList extends Command {
  readonly name = 'execution:list';
  readonly description = 'List executions of all jobs and of enqueued work, latest first';
  override readonly options: readonly CommandOption[] = [
    {
      flags: '--status <status>',
      description: 'any of these statuses',
      repeatable: true,
      choices: executionStatuses.statuses,
    },
    { flags: '--type <type>', description: 'any of these job types', repeatable: true },
    { flags: '--queue <queue>', description: 'any of these queues', repeatable: true },
    { flags: '--job <job>', description: 'only executions of this job, by id or name' },
    { flags: '--dead-letters', description: 'only those that failed for good and wait for a person' },
    {
      flags: '--class <class>',
      description: 'any of these classes of error',
      repeatable: true,
      choices: ERROR_CLASSES,
    },
    {
      flags: '--payload <path=value>',
      description: 'a value in the payload: customer.id=42; without --offset',
    },
    { flags: '--since <when>', description: 'started or scheduled since: 1h, 7d or an instant' },
    { flags: '--until <instant>', description: 'started or scheduled at or before' },
    { flags: '--zone <zone>', description: 'zone of instants without an offset (default UTC)' },
    { flags: '--order <order>', description: 'by start (default desc)', choices: ['asc', 'desc'] },
    { flags: '--limit <n>', description: 'the maximum number to show, 1 to 1000 (default 50)' },
    { flags: '--offset <n>', description: 'the number to skip at the start' },
    TENANT_OPTION,
  ];
  override readonly help = `Examples:
  scheduler execution:list --status failed --status timeout --since 24h
  scheduler execution:list --type send_mail --queue mails --dead-letters --json
  scheduler execution:list --payload customer.id=42 --status failed`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const zone = zoneOf(input);
    const [query, since] = [readQuery(input, zone), readSince(input, zone)];
    const node = await context.node();
    const bounded = {
      ...query,
      ...(since === undefined ? {} : { since: since(query.until ?? node.clock.now()) }),
    };
    const payload = readMatch(input);
    if (payload !== undefined) return this.search(schedulerOf(node, input), { ...bounded, payload }, context);
    const page = await schedulerOf(node, input).listExecutions(bounded);
    const { items, total, limit, offset } = page;
    io.result({ executions: items, total, limit, offset }, () => {
      if (items.length > 0) io.table(listedColumns, items);
      notePage(io, page, 'execution');
    });
  }

  private async search(scheduler: Scheduler, search: ExecutionSearch, { io }: CommandContext): Promise<void> {
    const { offset: _none, ...query }: ExecutionSearch & { offset?: number } = search;
    const { items, next } = await searchExecutions(scheduler, query);
    io.result({ executions: items, next }, () => {
      if (items.length > 0) io.table(listedColumns, items);
      else io.info(next === null ? 'no executions match' : 'no executions match so far');
      if (next !== null) io.note(`there may be more; use --until ${next.at.toISOString()} to go on`);
    });
  }
}

/** The value in the payload that is looked for. */
function readMatch(input: CommandInput): PayloadMatch | undefined {
  const text = input.text('payload');
  if (text === undefined) return undefined;
  if (input.text('offset') !== undefined)
    throw new UsageError('--offset does not go with --payload; use --until to go on');
  const end = text.indexOf('=');
  if (end > 0) return { path: text.slice(0, end), value: text.slice(end + 1) };
  throw new UsageError(
    `--payload: ${JSON.stringify(text)} is not accepted; accepted: path=value, such as customer.id=42`,
  );
}

function readQuery(input: CommandInput, zone: string): ExecutionQuery {
  return {
    job: input.text('job'),
    // Commander has checked the values of options with choices.
    statuses: given(input.list('status') as readonly ExecutionStatus[]),
    types: given(input.list('type')),
    queues: given(input.list('queue')),
    errorClasses: given(input.list('class') as readonly ErrorClass[]),
    deadLettered: input.flag('dead-letters') ? true : undefined,
    until: input.instant('until', zone),
    sortOrder: input.text('order') as SortOrder | undefined,
    limit: input.integer('limit', { min: 1, max: 1_000 }),
    offset: input.integer('offset'),
  };
}

/** Undefined instead of an empty list: the option was not given, and nothing is filtered. */
const given = <T>(values: readonly T[]): readonly T[] | undefined =>
  values.length === 0 ? undefined : values;
