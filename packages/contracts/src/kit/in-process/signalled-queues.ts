import type { ConsumeQueue, QueueConsumer } from '../../ports/job-queue.js';
import { SignalledConsumer } from './signalled-consumer.js';

export interface SignalledQueuesOptions {
  /** Called when `deliver` throws. */
  readonly onError?: (error: unknown) => void;
}

/** The consumers of this process, for queues that deliver signals. Signals of one turn of the event loop make one delivery. */
export class SignalledQueues {
  private readonly consumers = new Map<string, Set<SignalledConsumer>>();
  private noted = new Set<string>();

  constructor(private readonly options: SignalledQueuesOptions = {}) {}

  /** The queues that have a consumer here. */
  get names(): readonly string[] {
    return [...this.consumers.keys()];
  }

  consume({ queue, deliver }: ConsumeQueue): QueueConsumer {
    const consumer = new SignalledConsumer({ queue, deliver, ...this.options });
    const consumers = this.consumers.get(queue) ?? new Set();
    this.consumers.set(queue, consumers.add(consumer));
    return { close: async () => this.leave(queue, consumer) };
  }

  /** Delivers a signal to the consumers of the queues, after the current turn. */
  signal(queues: Iterable<string>): void {
    const isFirst = this.noted.size === 0;
    for (const queue of queues) if (this.consumers.has(queue)) this.noted.add(queue);
    if (isFirst && this.noted.size > 0) queueMicrotask(() => this.deliver());
  }

  private deliver(): void {
    const { noted } = this;
    this.noted = new Set();
    for (const queue of noted) for (const consumer of this.consumers.get(queue) ?? []) consumer.signal();
  }

  private leave(queue: string, consumer: SignalledConsumer): void {
    consumer.close();
    const consumers = this.consumers.get(queue);
    consumers?.delete(consumer);
    if (consumers?.size === 0) this.consumers.delete(queue);
  }
}
