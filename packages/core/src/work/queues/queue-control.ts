import {
  ConfigurationInvalid,
  QueryInvalid,
  type QueueEventName,
  type QueueSettings,
} from '@scheduler/contracts';
import type { QueueRepository } from '@scheduler/contracts/adapter';
import { z } from 'zod';
import type { QueueEvents } from '../../signals/events/queue-events.js';
import { integer, queueField } from '../../support/input/fields.js';
import { readInput } from '../../support/input/read-input.js';
import { emitQueueChange } from '../../signals/telemetry/emit-queues.js';
import { waitingWithoutHandler, type WithoutHandlerParts } from './without-handler.js';
import { mergeStatistics, type LocalQueueState, type QueueStatistics } from './queue-statistics.js';

export interface QueueControlParts {
  readonly queues: QueueRepository;
  readonly events: QueueEvents;
  /** The queues of this node with their concurrency, as configured. */
  readonly configured: Readonly<Record<string, number>>;
  readonly here: (queue: string) => LocalQueueState;
  readonly handlers: WithoutHandlerParts['handlers'];
}

const MOST_AT_ONCE = 10_000;
const name = z.strictObject({ queue: queueField });
const width = z.strictObject({ queue: queueField, concurrency: integer(1, MOST_AT_ONCE).nullable() });
const most = z.strictObject({ queue: queueField, globalLimit: integer(1, MOST_AT_ONCE).nullable() });

/**
 * What operators do with queues. Settings are stored, hold for all nodes, and survive a restart.
 *
 * @example
 * await node.queues.pause('reports');
 * await node.queues.scale('default', 20);
 * await node.queues.limit('default', 50);
 */
export class QueueControl {
  constructor(private readonly parts: QueueControlParts) {}

  /** Nothing of the queue starts until it is resumed; what runs goes on. Harmless for a paused queue. */
  async pause(queue: string): Promise<QueueSettings> {
    const read = this.read(name, { queue });
    return this.change('scheduler:queue.paused', { ...read, paused: true });
  }

  /** Harmless for a queue that is not paused. */
  async resume(queue: string): Promise<QueueSettings> {
    const read = this.read(name, { queue });
    return this.change('scheduler:queue.resumed', { ...read, paused: false });
  }

  /** How many run at once on each node that processes the queue. Null: back to the configuration of each node. */
  async scale(queue: string, concurrency: number | null): Promise<QueueSettings> {
    const read = this.read(width, { queue, concurrency });
    return this.change('scheduler:queue.scaled', read);
  }

  /** How many run at once over all nodes together. Null: any number. What runs already goes on, even if it is more. */
  async limit(queue: string, globalLimit: number | null): Promise<QueueSettings> {
    const read = this.read(most, { queue, globalLimit });
    return this.change('scheduler:queue.scaled', read);
  }

  /** The statistics of one queue, or of all queues that are configured here, have settings, or have work; by name. */
  async stats(queue?: string): Promise<readonly QueueStatistics[]> {
    const { queues, configured, here } = this.parts;
    if (queue !== undefined)
      readInput({ schema: name, value: { queue }, error: QueryInvalid, subject: 'queue' });
    const [settings, counts, withoutHandler] = await Promise.all([
      queues.settings(),
      queues.counts(),
      waitingWithoutHandler(this.parts, Object.keys(configured)),
    ]);
    const all = mergeStatistics({ settings, counts, configured, here, withoutHandler, asked: queue ?? null });
    return queue === undefined ? all : all.filter((stats) => stats.queue === queue);
  }

  private async change(
    event: QueueEventName,
    request: Parameters<QueueRepository['change']>[0],
  ): Promise<QueueSettings> {
    const settings = await this.parts.queues.change(request);
    emitQueueChange(event, settings);
    await this.parts.events.publish(event, settings);
    return settings;
  }

  private read<TSchema extends z.ZodType>(schema: TSchema, value: unknown) {
    return readInput({ schema, value, error: ConfigurationInvalid, subject: 'queue' });
  }
}
