import { type ChangeQueue, QueueChange } from './queue-command.js';

export class QueueResume extends QueueChange {
  readonly name = 'queue:resume';
  readonly description = 'Resume a paused queue on all nodes';

  protected read(): ChangeQueue {
    return (node, queue) => node.queues.resume(queue);
  }

  protected done(): string {
    return 'resumed';
  }

  protected effect(): string {
    return '';
  }
}
