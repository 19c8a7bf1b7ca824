import {
  type ConsumeQueue,
  type DispatchNote,
  type JobQueue,
  type QueueConsumer,
  SignalledQueues,
} from '@scheduler/contracts/adapter';

export interface MemoryJobQueueOptions {
  /** Called with the error of a `deliver` that throws. Default: it is ignored. */
  readonly onError?: (error: unknown) => void;
}

/** Signals to the consumers of this process that their queue has changed, also for future work, so that they can set their timers. */
export class MemoryJobQueue implements JobQueue {
  readonly delivery = 'signal';
  private readonly queues: SignalledQueues;

  constructor(options: MemoryJobQueueOptions = {}) {
    this.queues = new SignalledQueues(options);
  }

  async dispatch({ notes }: { readonly notes: readonly DispatchNote[] }): Promise<void> {
    this.queues.signal(notes.map(({ queue }) => queue));
  }

  async consume(request: ConsumeQueue): Promise<QueueConsumer> {
    return this.queues.consume(request);
  }
}
