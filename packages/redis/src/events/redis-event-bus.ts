import { randomUUID } from 'node:crypto';
import type { BusEvent, EventBus, SubscribeEvents } from '@scheduler/contracts';
import { EventSubscriptions } from '@scheduler/contracts/adapter';
import type { Redis } from 'ioredis';
import { disconnect } from '../connection/disconnect.js';
import type { StreamName } from './stream-key.js';
import { fromFields, type StreamMessage, toFields } from './stream-message.js';
import { isForAllNodes, streamOfEvent, type StreamRules } from './stream-of-event.js';

export interface RedisEventBusOptions {
  /** For commands that somebody waits for. */
  readonly commands: Redis;
  /** For readers, which wait; this takes a copy of it. */
  readonly waiting: Redis;
  /** Of the stream of events. */
  readonly key: string;
  /** Of the stream that mirrors dispatches. Default: they are not mirrored. */
  readonly dispatchKey?: string | null;
  /** Whether the stream of events holds the start and end of each execution too, for readers that are no nodes. Default false. */
  readonly streamExecutions?: boolean;
  /** About how many entries a stream keeps. Default 10,000. */
  readonly streamLength?: number;
  readonly onError: (error: unknown) => void;
}

/** Older ones are forgotten: events are news, and state lives in the repositories. */
export const DEFAULT_STREAM_LENGTH = 10_000;
const WAIT_MS = 2_000;
const AT_ONCE = 500;
const AFTER_FAILURE_MS = 500;

/** Events of all nodes in one stream. Each process reads it from where it began to listen. */
export class RedisEventBus implements EventBus {
  private readonly origin = randomUUID();
  private readonly subscriptions: EventSubscriptions;
  private readonly rules: StreamRules;
  private readonly keys: Readonly<Record<StreamName, string>>;
  private reader: Redis | null = null;
  private isClosed = false;
  private letGo: () => void = () => undefined;
  private readonly closed = new Promise<null>((resolve) => (this.letGo = () => resolve(null)));
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

  async close(): Promise<void> {
    this.isClosed = true;
    // Without a connection no answer would come.
    this.letGo();
    if (this.reader !== null) await disconnect(this.reader);
    await this.reading;
  }

  private listen(): void {
    if (this.reader !== null || this.isClosed) return;
    this.reader = this.options.waiting.duplicate();
    this.reader.on('error', this.options.onError);
    this.reading = this.read(this.reader);
  }

  private async read(reader: Redis): Promise<void> {
    let last = '$';
    while (!this.isClosed) {
      try {
        last = await this.readOnce(reader, last);
      } catch (error) {
        if (this.isClosed) return;
        this.options.onError(error);
        await new Promise((resolve) => setTimeout(resolve, AFTER_FAILURE_MS));
      }
    }
  }

  /** Returns where to go on. */
  private async readOnce(reader: Redis, from: string): Promise<string> {
    const { key } = this.options;
    const read = reader.xread('COUNT', AT_ONCE, 'BLOCK', WAIT_MS, 'STREAMS', key, from);
    const answer = await Promise.race([read, this.closed]);
    const entries = answer?.[0]?.[1] ?? [];
    const messages = entries.flatMap(([, fields]) => fromFields(fields) ?? []);
    const isNews = ({ origin, event }: StreamMessage) => origin !== this.origin && isForAllNodes(event.name);
    this.subscriptions.deliver(messages.filter(isNews).map(({ event }) => event));
    return entries.at(-1)?.[0] ?? from;
  }
}
