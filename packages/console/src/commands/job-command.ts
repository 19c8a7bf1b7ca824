import type { ChangeOptions, Scheduler, ScheduledJob } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandArgument, CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import type { ConsoleIo } from '../output/console-io.js';
import { styled, type Text } from '../output/text.js';
import { localTime, relativeTime } from '../output/times.js';
import { jobDocument, zoneOfTrigger } from '../views/job-view.js';

export const JOB_ARGUMENT: CommandArgument = { name: 'job', description: 'id or name of the job' };

export const TENANT_OPTION: CommandOption = {
  flags: '--tenant <tenant>',
  description: 'only what belongs to this tenant',
};

export const IF_REVISION_OPTION: CommandOption = {
  flags: '--if-revision <number>',
  description: 'only if the job has this revision, as schedule:show --json names it',
};

/** What a change depends on, as `--if-revision` says. */
export function changeOptions(input: CommandInput): ChangeOptions {
  const ifRevision = input.integer('if-revision', { min: 1 });
  return ifRevision === undefined ? {} : { ifRevision };
}

/** The scheduler of the tenant that `--tenant` names, or of all tenants. */
export function schedulerOf(node: SchedulerNode, input: CommandInput): Scheduler {
  const tenant = input.text('tenant');
  return tenant === undefined ? node.scheduler : node.scheduler.forTenant(tenant);
}

/** Warns that a change in a store without persistence is lost with the process. */
export function noteIfNotDurable(node: SchedulerNode, io: ConsoleIo): void {
  if (!node.store.durable) io.note(`the ${node.store.name} store forgets this when the process ends`);
}

/** `, next run 2026-11-17 09:00:00 Europe/Berlin (in 3 h)` */
export function nextRunText(job: ScheduledJob, node: SchedulerNode): Text {
  const { nextRunAt, trigger } = job;
  if (nextRunAt === null || !job.canExecute()) return '';
  const zone = zoneOfTrigger(trigger);
  return `, next run ${localTime(nextRunAt, zone)} ${zone} (${relativeTime(nextRunAt, node.clock.now())})`;
}

/** A command that changes one job and shows the result. */
export abstract class JobChange extends Command {
  override readonly arguments: readonly CommandArgument[] = [JOB_ARGUMENT];
  override readonly options: readonly CommandOption[] = [IF_REVISION_OPTION, TENANT_OPTION];
  /** The participle for the confirmation, such as `paused`. */
  protected abstract readonly done: string;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const change = this.read(input);
    const node = await context.node();
    const job = await change(schedulerOf(node, input), input.argument('job'));
    noteIfNotDurable(node, io);
    io.result({ job: jobDocument(job, node) }, () =>
      io.info(`${this.done} `, styled('bold', job.name), ` (${job.id})`, nextRunText(job, node)),
    );
  }

  /** Reads the options and returns the change. A wrong command line thus fails before the application is loaded. */
  protected abstract read(input: CommandInput): (scheduler: Scheduler, job: string) => Promise<ScheduledJob>;
}
