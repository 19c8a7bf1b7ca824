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
  /** Ends with the entry that is being handled; what it was given besides goes to others. Safe to call again. */
  close(): Promise<void>;
}

const WAIT_MS = 2_000;
const AFTER_FAILURE_MS = 500;

/**
 * Reads a stream of the scheduler as one of a group of consumers, in any service and without a node. Every entry is delivered at least
 * once to each group: it is acknowledged after `handle`, comes again if that throws or its consumer dies, and is given up after some times.
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
  const onError = (error: unknown) => terms.logger.warn('redis', { error: String(error) });
  for (const client of [commands, reader]) client.on('error', onError);
  const key = streamKeyOf(stream, options);
  const own = new StreamGroup({ commands, reader, scripts: new Scripts(commands), key, group, consumer });
  try {
    await Promise.all([commands.connect(), reader.connect()]);
    await own.ensure(terms.from);
  } catch (error) {
    await disconnect(commands, reader);
    throw error;
  }
  const loop = new ConsumerLoop({ ...terms, own, handle, onError, about: { stream, group } });
  const running = loop.run();
  let closed: Promise<void> | null = null;
  const close = async () => {
    loop.stop();
    reader.disconnect();
    await running;
    await own.leave().catch(onError);
    await disconnect(commands, reader);
  };
  return { close: () => (closed ??= close()) };
}

interface LoopParts extends ConsumerTerms, Pick<StreamConsumerOptions, 'handle'> {
  readonly own: StreamGroup;
  readonly onError: (error: unknown) => void;
  /** For messages. */
  readonly about: JsonObject;
}

/** Takes entries, those that others left behind first, and handles one after the other. */
class ConsumerLoop {
  private isStopped = false;
  private readonly stopped: Promise<readonly Delivered[]>;
  private reclaimAt = 0;
  /** What we were given, and neither acknowledged nor failed at. */
  private held = new Set<string>();

  private letGo: () => void = () => undefined;

  constructor(private readonly parts: LoopParts) {
    this.stopped = new Promise((resolve) => (this.letGo = () => resolve([])));
  }

  /** Whatever waits for an answer waits no longer: without a connection none would come. */
  stop(): void {
    this.isStopped = true;
    this.letGo();
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

  /** A Redis that has forgotten everything has forgotten the group too. */
  private async recover(error: unknown): Promise<void> {
    const { own, onError } = this.parts;
    onError(error);
    if (String(error).includes('NOGROUP')) await own.ensure('0').catch(onError);
    await sleep(AFTER_FAILURE_MS);
  }

  private async next(): Promise<readonly Delivered[]> {
    const { own, batch: most, reclaimAfterMs: idleMs } = this.parts;
    if (performance.now() >= this.reclaimAt) {
      const left = await own.reclaim({ most, idleMs });
      if (left.length > 0) return left;
      this.reclaimAt = performance.now() + idleMs / 2;
    }
    const waitMs = Math.max(1, Math.min(WAIT_MS, Math.round(idleMs / 2)));
    return Promise.race([own.readNew({ most, waitMs }), this.stopped]);
  }

  private async handleAll(entries: readonly Delivered[]): Promise<void> {
    if (entries.length === 0) return;
    this.held = new Set(entries.map(({ id }) => id));
    const keeping = setInterval(() => void this.keep(), this.parts.reclaimAfterMs / 3);
    try {
      for (const entry of entries) {
        if (this.isStopped) return;
        // Somebody else has it, who thought that we were dead.
        if (this.held.has(entry.id)) await this.handleOne(entry);
        this.held.delete(entry.id);
      }
    } finally {
      clearInterval(keeping);
    }
  }

  private async keep(): Promise<void> {
    const { own, onError } = this.parts;
    const asked = [...this.held];
    try {
      const ours = new Set(await own.keep(asked));
      for (const id of asked) if (!ours.has(id)) this.held.delete(id);
    } catch (error) {
      onError(error);
    }
  }

  private async handleOne({ id, fields, deliveries }: Delivered): Promise<void> {
    const { own, handle, maxDeliveries, logger, about } = this.parts;
    const message = fields === null ? null : fromFields(fields);
    const facts = { ...about, id, deliveries };
    if (message === null) logger.warn('an entry of a stream cannot be read; it is passed over', facts);
    else if (deliveries > maxDeliveries) logger.error('an entry of a stream is given up', facts);
    else {
      try {
        await handle({ id, event: message.event, deliveries });
      } catch (error) {
        const isLast = deliveries >= maxDeliveries;
        const failure = { ...facts, error: String(error) };
        if (!isLast) return logger.warn('an entry of a stream failed; it comes again', failure);
        logger.error('an entry of a stream is given up', failure);
      }
    }
    await own.acknowledge(id);
  }
}
