import { type ChangeQueue, QueueChange } from './queue-command.js';

export class QueuePause extends QueueChange {
  readonly name = 'queue:pause';
  readonly description = 'Pause a queue on all nodes; running executions finish';

  protected read(): ChangeQueue {
    return (node, queue) => node.queues.pause(queue);
  }

  protected done(): string {
    return 'paused';
  }

  protected effect(): string {
    return ': nothing in this queue starts until queue:resume';
  }
}
