import type { QueueSettings } from '@scheduler/contracts';
import { didYouMean } from '@scheduler/contracts/adapter';
import type { SchedulerNode } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandArgument, CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { ConsoleError } from '../output/console-error.js';
import { styled } from '../output/text.js';
import { noteIfNotDurable } from './job-command.js';

export const QUEUE_ARGUMENT: CommandArgument = { name: 'queue', description: 'name of the queue' };

export const FORCE_OPTION: CommandOption = {
  flags: '--force',
  description: 'also for a queue that nothing knows yet',
};

export type ChangeQueue = (node: SchedulerNode, queue: string) => Promise<QueueSettings>;

/** A command that changes a setting of a queue on all nodes and shows the result. */
export abstract class QueueChange extends Command {
  override readonly arguments: readonly CommandArgument[] = [QUEUE_ARGUMENT];
  override readonly options: readonly CommandOption[] = [FORCE_OPTION];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const change = this.read(input);
    const node = await context.node();
    const queue = input.argument('queue');
    if (!input.flag('force')) await refuseUnknown(node, queue);
    const settings = await change(node, queue);
    noteIfNotDurable(node, io);
    io.result({ queue: settings }, () =>
      io.info(`${this.done(settings)} `, styled('bold', settings.queue), this.effect(settings)),
    );
  }

  /** Reads the options and returns the change. A wrong command line thus fails before the application is loaded. */
  protected abstract read(input: CommandInput): ChangeQueue;

  /** The participle for the confirmation, such as `paused`. */
  protected abstract done(settings: QueueSettings): string;

  /** The effect of the change, printed after the name of the queue. */
  protected abstract effect(settings: QueueSettings): string;
}

/**
 * Refuses a queue that this configuration does not have, that has neither settings nor work, and that no job uses: usually it is misspelled,
 * and the queue that was meant would go on.
 */
async function refuseUnknown(node: SchedulerNode, queue: string): Promise<void> {
  const { config, queues, scheduler } = node;
  if (Object.hasOwn(config.queues, queue)) return;
  // A name that no queue can have is refused by the change itself, which says what is accepted.
  const known = await queues.stats(queue).then(() => queues.stats());
  const names = known.map((stats) => stats.queue);
  if (names.includes(queue) || (await scheduler.list({ queues: [queue], limit: 1 })).total > 0) return;
  const meant = didYouMean(queue, names);
  const hint = meant === null ? '' : `did you mean ${JSON.stringify(meant)}? `;
  throw new ConsoleError(
    'QUEUE_UNKNOWN',
    `no queue ${JSON.stringify(queue)} is configured here, and none has work, settings or jobs; ${hint}known: ${names.join(', ') || 'none'}; --force does it all the same`,
  );
}
