import type { ConsumeQueue, DispatchNote, JobQueue, Logger, QueueConsumer } from '@scheduler/contracts';
import { SignalledConsumer } from '../wake-up/signalled-consumer.js';
import type { WakeUps } from '../wake-up/wake-ups.js';

/** The executions themselves are the queue; this only tells who waits for them that it is worth to look. */
export class KnexJobQueue implements JobQueue {
  readonly delivery = 'signal';
  private readonly consumers = new Map<string, Set<SignalledConsumer>>();
  private noted = new Set<string>();
  private stopListening: (() => void) | null = null;

  constructor(
    private readonly wakeUps: WakeUps,
    private readonly logger: Logger,
  ) {}

  /** What was just added is told to other nodes by the statement that added it; what comes back to its queue is told here. */
  async dispatch({ notes }: { readonly notes: readonly DispatchNote[] }): Promise<void> {
    this.signalSoon(notes.map(({ queue }) => queue));
    const back = notes.filter(({ fence }) => fence > 0).map(({ queue }) => queue);
    if (back.length > 0) this.wakeUps.tellQueues(back);
  }

  async consume({ queue, deliver }: ConsumeQueue): Promise<QueueConsumer> {
    this.stopListening ??= this.wakeUps.onQueues((queues) =>
      this.signalSoon(queues.includes('*') ? [...this.consumers.keys()] : queues),
    );
    const onError = (error: unknown) => this.logger.warn('a delivery threw', { queue, error: String(error) });
    const consumer = new SignalledConsumer({ queue, deliver, onError });
    const consumers = this.consumers.get(queue) ?? new Set();
    this.consumers.set(queue, consumers.add(consumer));
    return { close: async () => this.leave(queue, consumer) };
  }

  /** Notes of one turn make one delivery. */
  private signalSoon(queues: readonly string[]): void {
    const isFirst = this.noted.size === 0;
    for (const queue of queues) if (this.consumers.has(queue)) this.noted.add(queue);
    if (isFirst && this.noted.size > 0) queueMicrotask(() => this.signal());
  }

  private signal(): void {
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
