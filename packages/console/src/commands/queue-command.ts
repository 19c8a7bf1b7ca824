import type { QueueSettings } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandArgument } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import type { ConsoleIo } from '../output/console-io.js';
import { styled } from '../output/text.js';
import { noteIfNotDurable } from './job-command.js';

export const QUEUE_ARGUMENT: CommandArgument = { name: 'queue', description: 'name of the queue' };

export type ChangeQueue = (node: SchedulerNode, queue: string) => Promise<QueueSettings>;

/** A command that changes a setting of a queue on all nodes and shows the result. */
export abstract class QueueChange extends Command {
  override readonly arguments: readonly CommandArgument[] = [QUEUE_ARGUMENT];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const change = this.read(input);
    const node = await context.node();
    const settings = await change(node, input.argument('queue'));
    noteIfNotDurable(node, io);
    await noteIfUnknown(node, io, settings.queue);
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

/** Settings may be stored before a queue exists, so an unknown name is not an error. Usually it is misspelled, hence the note. */
async function noteIfUnknown({ config, queues }: SchedulerNode, io: ConsoleIo, queue: string): Promise<void> {
  if (Object.hasOwn(config.queues, queue)) return;
  const [stats] = await queues.stats(queue);
  if (stats !== undefined && stats.available + stats.delayed + stats.running > 0) return;
  const known = Object.keys(config.queues).join(', ') || 'none';
  io.note(`the queue ${queue} has no work and is not configured here (configured: ${known})`);
}
