import type { QueueSettings } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandArgument } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import type { ConsoleIo } from '../output/console-io.js';
import { styled } from '../output/text.js';
import { noteIfForgotten } from './job-command.js';

export const QUEUE_ARGUMENT: CommandArgument = { name: 'queue', description: 'name of the queue' };

export type ChangeQueue = (node: SchedulerNode, queue: string) => Promise<QueueSettings>;

/** A command that sets something for a queue on all nodes, and shows what became of it. */
export abstract class QueueChange extends Command {
  override readonly arguments: readonly CommandArgument[] = [QUEUE_ARGUMENT];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const change = this.read(input);
    const node = await context.node();
    const settings = await change(node, input.argument('queue'));
    noteIfForgotten(node, io);
    await noteIfUnknown(node, io, settings.queue);
    io.result({ queue: settings }, () =>
      io.info(`${this.done(settings)} `, styled('bold', settings.queue), this.effect(settings)),
    );
  }

  /** What is to be done; reading comes first, so that a wrong command line loads no application. */
  protected abstract read(input: CommandInput): ChangeQueue;

  /** Such as `paused`. */
  protected abstract done(settings: QueueSettings): string;

  /** What that means, after the name of the queue. */
  protected abstract effect(settings: QueueSettings): string;
}

/** Settings may come before the queue does, so a name that nobody knows is no error; but it is mostly misspelled. */
async function noteIfUnknown({ config, queues }: SchedulerNode, io: ConsoleIo, queue: string): Promise<void> {
  if (Object.hasOwn(config.queues, queue)) return;
  const [stats] = await queues.stats(queue);
  if (stats !== undefined && stats.available + stats.delayed + stats.running > 0) return;
  const known = Object.keys(config.queues).join(', ') || 'none';
  io.note(`the queue ${queue} has no work, and is not configured here (configured: ${known})`);
}
