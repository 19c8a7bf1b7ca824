import { type WorkflowStatus, workflowStatuses } from '@scheduler/contracts';
import type { RunQuery } from '@scheduler/workflow';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { runColumns } from '../views/workflow-view.js';
import { TENANT_OPTION } from './job-command.js';
import { notePage } from './note-page.js';
import { readAttributes, runsOf } from './workflow-command.js';

export class WorkflowList extends Command {
  readonly name = 'workflow:list';
  readonly description = 'List runs of workflows, latest first';
  override readonly options: readonly CommandOption[] = [
    { flags: '--name <workflow>', description: 'any of these workflows', repeatable: true },
    {
      flags: '--status <status>',
      description: 'any of these statuses',
      repeatable: true,
      choices: workflowStatuses.statuses,
    },
    {
      flags: '--attribute <key=value>',
      description: 'only runs with all of these attributes',
      repeatable: true,
    },
    { flags: '--limit <n>', description: 'the maximum number to show, 1 to 1000 (default 50)' },
    { flags: '--offset <n>', description: 'the number to skip at the start' },
    TENANT_OPTION,
  ];
  override readonly help = `Examples:
  scheduler workflow:list --status compensation_failed
  scheduler workflow:list --name user_onboarding --attribute customer=7 --json`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const query = readQuery(input);
    const runs = await runsOf(await context.node(), input);
    const page = await runs.list(query);
    const { items, total, limit, offset } = page;
    io.result({ runs: items, total, limit, offset }, () => {
      if (items.length > 0) io.table(runColumns, items);
      notePage(io, page, 'run');
    });
  }
}

function readQuery(input: CommandInput): RunQuery {
  const names = input.list('name');
  // Commander has checked the values of options with choices.
  const statuses = input.list('status') as readonly WorkflowStatus[];
  const attributes = readAttributes(input);
  return {
    limit: input.integer('limit', { min: 1, max: 1_000 }) ?? 50,
    offset: input.integer('offset') ?? 0,
    ...(names.length === 0 ? {} : { names }),
    ...(statuses.length === 0 ? {} : { statuses }),
    ...(attributes === undefined ? {} : { attributes }),
  };
}
