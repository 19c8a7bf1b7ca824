import type { ConsumeQueue, DispatchNote, JobQueue, QueueConsumer } from '@scheduler/contracts';
import { SignalledConsumer } from './queue/signalled-consumer.js';

export interface MemoryJobQueueOptions {
  /** Told about a `deliver` that throws. Default: nobody is. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Wakes up the consumers of a queue within this process. Notes of one turn make one delivery; a note that lies in the future makes
 * one too, so that consumers can set their timers by it.
 */
export class MemoryJobQueue implements JobQueue {
  readonly delivery = 'signal';
  private readonly consumers = new Map<string, Set<SignalledConsumer>>();
  private noted = new Set<string>();

  constructor(private readonly options: MemoryJobQueueOptions = {}) {}

  async dispatch({ notes }: { readonly notes: readonly DispatchNote[] }): Promise<void> {
    const isFirst = this.noted.size === 0;
    for (const { queue } of notes) {
      if (this.consumers.has(queue)) this.noted.add(queue);
    }
    if (isFirst && this.noted.size > 0) queueMicrotask(() => this.signal());
  }

  async consume({ queue, deliver }: ConsumeQueue): Promise<QueueConsumer> {
    const consumer = new SignalledConsumer({ queue, deliver, onError: this.options.onError });
    const consumers = this.consumers.get(queue) ?? new Set();
    this.consumers.set(queue, consumers.add(consumer));
    return { close: async () => this.leave(queue, consumer) };
  }

  private signal(): void {
    const noted = this.noted;
    this.noted = new Set();
    for (const queue of noted) {
      for (const consumer of this.consumers.get(queue) ?? []) consumer.signal();
    }
  }

  private leave(queue: string, consumer: SignalledConsumer): void {
    consumer.close();
    const consumers = this.consumers.get(queue);
    consumers?.delete(consumer);
    if (consumers?.size === 0) this.consumers.delete(queue);
  }
}
