import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { styled } from '../output/text.js';
import { readJson } from '../reading/read-values.js';
import { jobDocument } from '../views/job-view.js';
import { nextRunText, noteIfNotDurable, TENANT_OPTION } from './job-command.js';
import { readAttributes, runsOf, WORKFLOW_ARGUMENT } from './workflow-command.js';

export class WorkflowStart extends Command {
  readonly name = 'workflow:start';
  readonly description = 'Start a run of a workflow, now or at an instant';
  override readonly arguments = [WORKFLOW_ARGUMENT];
  override readonly options: readonly CommandOption[] = [
    { flags: '--input <json>', description: 'the input: JSON, @file, or - for stdin' },
    { flags: '--id <id>', description: 'the id of the run; the same id and input again start nothing new' },
    {
      flags: '--attribute <key=value>',
      description: 'a value by which the run is found',
      repeatable: true,
    },
    { flags: '--at <instant>', description: 'start it at this instant, by a job that runs once' },
    { flags: '--zone <zone>', description: 'zone of an instant without an offset (default UTC)' },
    TENANT_OPTION,
  ];
  override readonly help = `Examples:
  scheduler workflow:start user_onboarding --input '{"email":"ada@example.com"}' --id ada
  scheduler workflow:start monthly_close --at 2030-02-01T06:00 --zone Europe/Berlin`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const at = input.instant('at', input.text('zone'));
    if (at !== undefined) return startLater(input, context, at);
    const { io } = context;
    const [id, attributes] = [input.text('id'), readAttributes(input)];
    const given = await readJson(input, context, 'input');
    const node = await context.node();
    const run = await (
      await runsOf(node, input)
    ).start(input.argument('workflow'), given, {
      ...(id === undefined ? {} : { id }),
      ...(attributes === undefined ? {} : { attributes }),
    });
    noteIfNotDurable(node, io);
    io.result({ run }, () =>
      io.info('started ', styled('bold', run.name), ` (${run.id}), which is ${run.status} now`),
    );
  }
}

async function startLater(input: CommandInput, context: CommandContext, at: Date): Promise<void> {
  const { io } = context;
  if (input.text('id') !== undefined || input.list('attribute').length > 0)
    throw new UsageError(
      '--at goes with neither --id nor --attribute: the run gets its id from the job that starts it',
    );
  const given = await readJson(input, context, 'input');
  const node = await context.node();
  const workflow = input.argument('workflow');
  const runs = await runsOf(node, input);
  const job = await runs.scheduleExecution(workflow, {
    at,
    ...(given === undefined ? {} : { context: given }),
  });
  noteIfNotDurable(node, io);
  io.result({ job: jobDocument(job, node) }, () =>
    io.info(
      'scheduled ',
      styled('bold', workflow),
      ` by job ${job.name} (${job.id})`,
      nextRunText(job, node),
    ),
  );
}
