import type { Logger } from '@scheduler/contracts';
import {
  type ConsumeQueue,
  type DispatchNote,
  type JobQueue,
  type QueueConsumer,
  SignalledQueues,
  type SignalQueues,
} from '@scheduler/contracts/adapter';
import type { WakeUps } from '../wake-up/wake-ups.js';

/** The table of executions is the queue itself. This class only signals to workers that a queue has new work. */
export class KnexJobQueue implements JobQueue {
  readonly delivery = 'signal';
  private readonly queues: SignalledQueues;
  private stopListening: (() => void) | null = null;

  constructor(
    private readonly wakeUps: WakeUps,
    logger: Logger,
  ) {
    this.queues = new SignalledQueues({
      onError: (error) => logger.warn('a delivery threw', { error: String(error) }),
    });
  }

  /** The statement that adds an execution notifies the other nodes itself. Executions that return to their queue are notified here. */
  async dispatch({ notes }: { readonly notes: readonly DispatchNote[] }): Promise<void> {
    this.queues.signal(notes.map(({ queue }) => queue));
    const returned = notes.filter(({ fence }) => fence > 0).map(({ queue }) => queue);
    if (returned.length > 0) this.wakeUps.notifyQueues(returned);
  }

  async signal({ queues }: SignalQueues): Promise<void> {
    this.queues.signal(queues);
    this.wakeUps.notifyQueues(queues);
  }

  async consume(request: ConsumeQueue): Promise<QueueConsumer> {
    this.stopListening ??= this.wakeUps.onQueues((queues) =>
      this.queues.signal(queues.includes('*') ? this.queues.names : queues),
    );
    return this.queues.consume(request);
  }
}
