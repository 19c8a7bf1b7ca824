import { randomUUID } from 'node:crypto';
import {
  type ConsumeQueue,
  type DispatchNote,
  type JobQueue,
  type QueueConsumer,
  SignalledQueues,
  type SignalQueues,
} from '@scheduler/contracts/adapter';
import type { Redis } from 'ioredis';
import { disconnect } from '../connection/disconnect.js';
import { Publications } from './publications.js';

export interface RedisSignalQueueOptions {
  readonly commands: Redis;
  /** The connection for the subscription, which uses a duplicate of it. */
  readonly waiting: Redis;
  readonly channel: string;
  readonly onError: (error: unknown) => void;
}

/**
 * Wakes up the consumers of all nodes by a message on a channel. The executions themselves are in the store already. A lost message
 * delays an execution but never loses it, because nodes also poll the store, and signal all queues after each reconnect.
 */
export class RedisSignalQueue implements JobQueue {
  readonly delivery = 'signal';
  private readonly origin = randomUUID();
  private readonly queues: SignalledQueues;
  private listening: Promise<void> | null = null;
  private listener: Redis | null = null;
  private isClosed = false;
  private readonly publications: Publications<string>;

  constructor(private readonly options: RedisSignalQueueOptions) {
    const { commands, onError } = options;
    this.queues = new SignalledQueues({ onError });
    this.publications = new Publications({
      send: (names) => this.publish(names),
      isReachable: () => commands.status === 'ready',
      onError,
    });
  }

  async dispatch({ notes }: { readonly notes: readonly DispatchNote[] }): Promise<void> {
    await this.signal({ queues: notes.map(({ queue }) => queue) });
  }

  async signal({ queues }: SignalQueues): Promise<void> {
    const names = [...new Set(queues)];
    if (names.length === 0) return;
    this.queues.signal(names);
    await this.publications.add(names).catch(this.options.onError);
  }

  async consume(request: ConsumeQueue): Promise<QueueConsumer> {
    const consumer = this.queues.consume(request);
    await (this.listening ??= this.listen());
    return consumer;
  }

  /** Makes it usable again after `close`. */
  open(): void {
    this.isClosed = false;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.publications.flush();
    const { listener } = this;
    this.listening = null;
    this.listener = null;
    if (listener !== null) await disconnect(listener);
  }

  private async publish(names: readonly string[]): Promise<void> {
    const { commands, channel } = this.options;
    await commands.publish(channel, JSON.stringify([this.origin, ...new Set(names)]));
  }

  private async listen(): Promise<void> {
    if (this.isClosed) return;
    const { waiting, channel, onError } = this.options;
    const listener = (this.listener = waiting.duplicate());
    listener.on('error', onError);
    listener.on('message', (_, text) => this.receive(text));
    try {
      await listener.subscribe(channel);
      // After each reconnect all queues are signalled, because messages were missed meanwhile.
      listener.on('ready', () => this.queues.signal(this.queues.names));
    } catch (error) {
      if (!this.isClosed) onError(error);
    }
  }

  private receive(text: string): void {
    const [origin, ...names] = readMessage(text);
    if (origin !== this.origin) this.queues.signal(names);
  }
}

/** Empty: the message was not sent by a scheduler. */
function readMessage(text: string): readonly string[] {
  try {
    const message: unknown = JSON.parse(text);
    return Array.isArray(message) ? message.map(String) : [];
  } catch {
    return [];
  }
}
