import type {
  ConsumeQueue,
  DispatchNote,
  JobQueue,
  QueueConsumer,
  SignalQueues,
} from '../../ports/job-queue.js';
import { SignalledQueues, type SignalledQueuesOptions } from './signalled-queues.js';

/** Wakes up the consumers within this process, also for notes of a later instant, so that they can set their timers. */
export class InProcessJobQueue implements JobQueue {
  readonly delivery = 'signal';
  private readonly queues: SignalledQueues;

  constructor(options: SignalledQueuesOptions = {}) {
    this.queues = new SignalledQueues(options);
  }

  async dispatch({ notes }: { readonly notes: readonly DispatchNote[] }): Promise<void> {
    this.queues.signal(notes.map(({ queue }) => queue));
  }

  async signal({ queues }: SignalQueues): Promise<void> {
    this.queues.signal(queues);
  }

  async consume(request: ConsumeQueue): Promise<QueueConsumer> {
    return this.queues.consume(request);
  }
}
