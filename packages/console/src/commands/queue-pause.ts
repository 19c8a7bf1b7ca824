import { type ChangeQueue, QueueChange } from './queue-command.js';

export class QueuePause extends QueueChange {
  readonly name = 'queue:pause';
  readonly description = 'Start nothing more of a queue, on all nodes; what runs goes on';

  protected read(): ChangeQueue {
    return (node, queue) => node.queues.pause(queue);
  }

  protected done(): string {
    return 'paused';
  }

  protected effect(): string {
    return ': nothing of it starts until queue:resume';
  }
}
