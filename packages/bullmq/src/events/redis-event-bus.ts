import { randomUUID } from 'node:crypto';
import { type BusEvent, type EventBus, EventSubscriptions, type SubscribeEvents } from '@scheduler/contracts';
import type { Redis } from 'ioredis';
import { fromFields, toFields } from './stream-message.js';

export interface RedisEventBusOptions {
  /** For commands that somebody waits for. */
  readonly commands: Redis;
  /** For readers, which wait; this takes a copy of it. */
  readonly waiting: Redis;
  /** Of the stream. */
  readonly key: string;
  readonly onError: (error: unknown) => void;
}

/**
 * What happens to a single execution is told within its process alone: telling every node about every start and end would cost more
 * than the work. Everything else reaches all.
 */
const STAYS_HERE = /^scheduler:(?:execution\.(?!cancel_requested)|job\.dispatch)/;
/** Older ones are forgotten: events are news, and state lives in the repositories. */
const KEPT = 10_000;
const WAIT_MS = 2_000;
const AT_ONCE = 500;
const AFTER_FAILURE_MS = 500;

/** Events of all nodes in one stream. Each process reads it from where it began to listen. */
export class RedisEventBus implements EventBus {
  private readonly origin = randomUUID();
  private readonly subscriptions: EventSubscriptions;
  private reader: Redis | null = null;
  private isClosed = false;
  private reading: Promise<void> = Promise.resolve();

  constructor(private readonly options: RedisEventBusOptions) {
    this.subscriptions = new EventSubscriptions({ onError: options.onError });
  }

  async publish({ events }: { readonly events: readonly BusEvent[] }): Promise<void> {
    this.subscriptions.deliver(events);
    const forAll = events.filter(({ name }) => !STAYS_HERE.test(name));
    if (forAll.length === 0) return;
    const { commands, key, onError } = this.options;
    const pipeline = commands.pipeline();
    for (const event of forAll) pipeline.xadd(key, 'MAXLEN', '~', KEPT, '*', ...toFields(this.origin, event));
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
    return !STAYS_HERE.test(name) || this.subscriptions.wants(name);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.reader?.disconnect();
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
    const answer = await reader.xread('COUNT', AT_ONCE, 'BLOCK', WAIT_MS, 'STREAMS', key, from);
    const entries = answer?.[0]?.[1] ?? [];
    const messages = entries.flatMap(([, fields]) => fromFields(fields) ?? []);
    this.subscriptions.deliver(
      messages.filter(({ origin }) => origin !== this.origin).map(({ event }) => event),
    );
    return entries.at(-1)?.[0] ?? from;
  }
}
