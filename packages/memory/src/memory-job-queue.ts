import {
  type ConsumeQueue,
  type DispatchNote,
  type JobQueue,
  type QueueConsumer,
  SignalledQueues,
} from '@scheduler/contracts/adapter';

export interface MemoryJobQueueOptions {
  /** Told about a `deliver` that throws. Default: nobody is. */
  readonly onError?: (error: unknown) => void;
}

/** Wakes up the consumers within this process; by a note that lies in the future too, so that they can set their timers by it. */
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
