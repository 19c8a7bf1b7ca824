import type { EventReport, JsonObject } from '@scheduler/contracts';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import type { ConsoleIo } from '../output/console-io.js';
import { styled } from '../output/text.js';
import { readJson } from '../reading/read-values.js';
import { jobDocument } from '../views/job-view.js';
import { noteIfNotDurable } from './job-command.js';

export class EventTrigger extends Command {
  readonly name = 'event:trigger';
  readonly description = 'Trigger an event; exit code 1 if a handler failed';
  override readonly arguments = [{ name: 'event', description: 'name of the event, such as ticket:created' }];
  override readonly options: readonly CommandOption[] = [
    { flags: '--data <json>', description: 'an object as JSON, @file, or - for stdin' },
    {
      flags: '--id <id>',
      description: 'id of the event; its effects happen once, however often it is triggered',
    },
    { flags: '--tenant <tenant>', description: 'the tenant of the event' },
  ];
  override readonly help = `Examples:
  scheduler event:trigger ticket:created --data '{"ticketId":7}' --id ticket-7`;

  async run(input: CommandInput, context: CommandContext): Promise<number> {
    const { io } = context;
    const data = (await readJson(input, context, 'data')) as JsonObject | undefined;
    const [id, tenant] = [input.text('id'), input.text('tenant')];
    const node = await context.node();
    // Not by the scheduler of the tenant, which would leave out what the event led to for others.
    const report = await node.scheduler.triggerEvent(input.argument('event'), data, {
      ...(id === undefined ? {} : { id }),
      ...(tenant === undefined ? {} : { tenant }),
    });
    noteIfNotDurable(node, io);
    const document = { ...report, jobs: report.jobs.map((job) => jobDocument(job, node)) };
    io.result(document, () => printReport(io, report));
    return report.failures.length === 0 ? 0 : 1;
  }
}

function printReport(io: ConsoleIo, { event, jobs, executions, repeated, failures }: EventReport): void {
  io.info('triggered ', styled('bold', event.name), ` (${event.id})`);
  for (const { name, id } of jobs) io.info('  created the job ', styled('bold', name), ` (${id})`);
  for (const { jobName, type, id, status, reason } of executions)
    io.info(
      `  ${status === 'skipped' ? `skipped (${reason?.code ?? ''})` : 'queued'} `,
      styled('bold', jobName ?? type),
      ` (${id})`,
    );
  if (repeated > 0) io.info(`  ${repeated} had run for this event before`);
  for (const { name, error } of failures) io.info(`  ${name} failed: ${error}`);
  if (jobs.length + executions.length + repeated + failures.length === 0)
    io.info('  no handler or job waits for it');
}
