import { randomUUID } from 'node:crypto';
import type { BusEvent, EventBus, SubscribeEvents } from '@scheduler/contracts';
import { EventSubscriptions } from '@scheduler/contracts/adapter';
import type { Redis } from 'ioredis';
import { disconnect } from '../connection/disconnect.js';
import type { StreamName } from './stream-key.js';
import { fromFields, type StreamMessage, toFields } from './stream-message.js';
import { isForAllNodes, streamOfEvent, type StreamRules } from './stream-of-event.js';

export interface RedisEventBusOptions {
  /** The connection for commands. */
  readonly commands: Redis;
  /** The connection for blocking reads. The bus uses a duplicate of it. */
  readonly waiting: Redis;
  /** The key of the stream of events. */
  readonly key: string;
  /** The key of the stream that mirrors dispatches. Default: they are not mirrored. */
  readonly dispatchKey?: string | null;
  /** Whether the stream of events also has the start and end of each execution, for readers that are not nodes. Default false. */
  readonly streamExecutions?: boolean;
  /** The approximate number of entries that a stream keeps. Default 10,000. */
  readonly streamLength?: number;
  readonly onError: (error: unknown) => void;
}

/** Older entries are dropped, because the state itself is in the repositories. */
export const DEFAULT_STREAM_LENGTH = 10_000;
const BLOCK_MS = 2_000;
const READ_COUNT = 500;
const RETRY_DELAY_MS = 500;

/** Publishes the events of all nodes in one stream. Each process reads it from the moment of its first subscription. */
export class RedisEventBus implements EventBus {
  private readonly origin = randomUUID();
  private readonly subscriptions: EventSubscriptions;
  private readonly rules: StreamRules;
  private readonly keys: Readonly<Record<StreamName, string>>;
  private reader: Redis | null = null;
  private isClosed = false;
  private resolveClosed: () => void = () => undefined;
  private reading: Promise<void> = Promise.resolve();

  constructor(private readonly options: RedisEventBusOptions) {
    const { key, dispatchKey = null, streamExecutions = false, onError } = options;
    this.subscriptions = new EventSubscriptions({ onError });
    this.rules = { mirrorDispatches: dispatchKey !== null, streamExecutions };
    this.keys = { events: key, 'job.dispatch': dispatchKey ?? '' };
  }

  async publish({ events }: { readonly events: readonly BusEvent[] }): Promise<void> {
    this.subscriptions.deliver(events);
    const { commands, streamLength = DEFAULT_STREAM_LENGTH, onError } = this.options;
    const pipeline = commands.pipeline();
    for (const event of events) {
      const stream = streamOfEvent(event.name, this.rules);
      if (stream === null) continue;
      const key = this.keys[stream];
      pipeline.xadd(key, 'MAXLEN', '~', streamLength, '*', ...toFields(this.origin, event));
    }
    if (pipeline.length === 0) return;
    try {
      await pipeline.exec();
    } catch (error) {
      onError(error);
    }
  }

  subscribe(request: SubscribeEvents): () => void {
    this.listen();
    return this.subscriptions.add(request);
  }

  wants(name: string): boolean {
    return streamOfEvent(name, this.rules) !== null || this.subscriptions.wants(name);
  }

  /** Makes it usable again after `close`. Those who have subscribed before are served again. */
  open(): void {
    this.isClosed = false;
    if (!this.subscriptions.isEmpty) this.listen();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const { reader } = this;
    this.reader = null;
    // A pending read is not awaited, because without a connection it would get no reply.
    this.resolveClosed();
    if (reader !== null) await disconnect(reader);
    await this.reading;
  }

  private listen(): void {
    if (this.reader !== null || this.isClosed) return;
    this.reader = this.options.waiting.duplicate();
    this.reader.on('error', this.options.onError);
    this.reading = this.read(this.reader);
  }

  private async read(reader: Redis): Promise<void> {
    const closed = new Promise<null>((resolve) => (this.resolveClosed = () => resolve(null)));
    const isClosed = () => this.reader !== reader;
    let last = '$';
    while (!isClosed()) {
      try {
        last = await this.readOnce(reader, last, closed);
      } catch (error) {
        if (isClosed()) return;
        this.options.onError(error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
      }
    }
  }

  /** Delivers the entries after `from`, and returns the id of the last one. */
  private async readOnce(reader: Redis, from: string, closed: Promise<null>): Promise<string> {
    const { key } = this.options;
    const read = reader.xread('COUNT', READ_COUNT, 'BLOCK', BLOCK_MS, 'STREAMS', key, from);
    const answer = await Promise.race([read, closed]);
    const entries = answer?.[0]?.[1] ?? [];
    const messages = entries.flatMap(([, fields]) => fromFields(fields) ?? []);
    const isFromOtherNode = ({ origin, event }: StreamMessage) =>
      origin !== this.origin && isForAllNodes(event.name);
    this.subscriptions.deliver(messages.filter(isFromOtherNode).map(({ event }) => event));
    return entries.at(-1)?.[0] ?? from;
  }
}
