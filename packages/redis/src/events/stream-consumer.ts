import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '@scheduler/contracts';
import { connectForCommands, connectForWaiting } from '../connection/connect.js';
import { disconnect } from '../connection/disconnect.js';
import { Scripts } from '../connection/script.js';
import {
  type ConsumerTerms,
  readConsumerOptions,
  type StreamConsumerOptions,
} from './stream-consumer-options.js';
import { type Delivered, StreamGroup } from './stream-group.js';
import { streamKeyOf } from './stream-key.js';
import { fromFields } from './stream-message.js';

export interface StreamConsumer {
  /** Stops after the entry that is being handled; other entries that were delivered here go to other consumers. Safe to call again. */
  close(): Promise<void>;
}

const BLOCK_MS = 2_000;
const RETRY_DELAY_MS = 500;

/**
 * Reads a stream of the scheduler as a consumer of a group, in any service and without a node. Every entry is delivered at least
 * once to each group: it is acknowledged after `handle`, delivered again if that throws or its consumer dies, and given up after `maxDeliveries`.
 *
 * @example
 * const consumer = await createStreamConsumer({
 *   url: 'redis://localhost:6379',
 *   stream: 'events',
 *   group: 'scheduler-monitors',
 *   consumer: 'monitor-1',
 *   handle: ({ event }) => console.log(event.name, event.data),
 * });
 */
export async function createStreamConsumer(options: StreamConsumerOptions): Promise<StreamConsumer> {
  const terms = readConsumerOptions(options);
  const commands = connectForCommands(options);
  const reader = connectForWaiting(options);
  const { stream, group, consumer, handle } = options;
  const onError = (error: unknown) =>
    terms.logger.warn('an error on a connection to Redis', { error: String(error) });
  for (const client of [commands, reader]) client.on('error', onError);
  const key = streamKeyOf(stream, options);
  const streamGroup = new StreamGroup({
    commands,
    reader,
    scripts: new Scripts(commands),
    key,
    group,
    consumer,
  });
  try {
    await Promise.all([commands.connect(), reader.connect()]);
    await streamGroup.ensure(terms.from);
  } catch (error) {
    await disconnect(commands, reader);
    throw error;
  }
  const loop = new ConsumerLoop({ ...terms, streamGroup, handle, onError, logContext: { stream, group } });
  const running = loop.run();
  let closed: Promise<void> | null = null;
  const close = async () => {
    loop.stop();
    reader.disconnect();
    await running;
    await streamGroup.leave().catch(onError);
    await disconnect(commands, reader);
  };
  return { close: () => (closed ??= close()) };
}

interface LoopParts extends ConsumerTerms, Pick<StreamConsumerOptions, 'handle'> {
  readonly streamGroup: StreamGroup;
  readonly onError: (error: unknown) => void;
  /** The stream and the group, for log messages. */
  readonly logContext: JsonObject;
}

/** Reads entries, first those that other consumers did not acknowledge, and handles one after the other. */
class ConsumerLoop {
  private isStopped = false;
  private readonly stopped: Promise<readonly Delivered[]>;
  private reclaimAt = 0;
  /** The ids of the delivered entries that are not handled yet. */
  private held = new Set<string>();

  private resolveStopped: () => void = () => undefined;

  constructor(private readonly parts: LoopParts) {
    this.stopped = new Promise((resolve) => (this.resolveStopped = () => resolve([])));
  }

  /** Ends the loop. A pending read is not awaited, because without a connection it would get no reply. */
  stop(): void {
    this.isStopped = true;
    this.resolveStopped();
  }

  async run(): Promise<void> {
    while (!this.isStopped) {
      try {
        await this.handleAll(await this.next());
      } catch (error) {
        if (!this.isStopped) await this.recover(error);
      }
    }
  }

  /** Creates the group again if a Redis that was emptied has lost it. */
  private async recover(error: unknown): Promise<void> {
    const { streamGroup, onError } = this.parts;
    onError(error);
    if (String(error).includes('NOGROUP')) await streamGroup.ensure('0').catch(onError);
    await sleep(RETRY_DELAY_MS);
  }

  private async next(): Promise<readonly Delivered[]> {
    const { streamGroup, batch: most, reclaimAfterMs: idleMs } = this.parts;
    if (performance.now() >= this.reclaimAt) {
      const unacknowledged = await streamGroup.reclaim({ most, idleMs });
      if (unacknowledged.length > 0) return unacknowledged;
      this.reclaimAt = performance.now() + idleMs / 2;
    }
    const waitMs = Math.max(1, Math.min(BLOCK_MS, Math.round(idleMs / 2)));
    return Promise.race([streamGroup.readNew({ most, waitMs }), this.stopped]);
  }

  private async handleAll(entries: readonly Delivered[]): Promise<void> {
    if (entries.length === 0) return;
    this.held = new Set(entries.map(({ id }) => id));
    const keepAlive = setInterval(() => void this.keep(), this.parts.reclaimAfterMs / 3);
    try {
      for (const entry of entries) {
        if (this.isStopped) return;
        // An entry that is not held any more was taken over by another consumer.
        if (this.held.has(entry.id)) await this.handleOne(entry);
        this.held.delete(entry.id);
      }
    } finally {
      clearInterval(keepAlive);
    }
  }

  private async keep(): Promise<void> {
    const { streamGroup, onError } = this.parts;
    const ids = [...this.held];
    try {
      const ours = new Set(await streamGroup.keep(ids));
      for (const id of ids) if (!ours.has(id)) this.held.delete(id);
    } catch (error) {
      onError(error);
    }
  }

  private async handleOne({ id, fields, deliveries }: Delivered): Promise<void> {
    const { streamGroup, handle, maxDeliveries, logger, logContext } = this.parts;
    const message = fields === null ? null : fromFields(fields);
    const facts = { ...logContext, id, deliveries };
    if (message === null) logger.warn('a stream entry cannot be read; it is skipped', facts);
    else if (deliveries > maxDeliveries) logger.error('a stream entry is given up', facts);
    else {
      try {
        await handle({ id, event: message.event, deliveries });
      } catch (error) {
        const isLast = deliveries >= maxDeliveries;
        const failure = { ...facts, error: String(error) };
        if (!isLast) return logger.warn('a stream entry failed; it will be delivered again', failure);
        logger.error('a stream entry is given up', failure);
      }
    }
    await streamGroup.acknowledge(id);
  }
}
