import type { QueueEventName, QueueSettings } from '@scheduler/contracts';
import { telemetry } from './telemetry.js';

/** Emits what an operator did with a queue, on the node that carried it out. */
export function emitQueueChange(event: QueueEventName, { queue, concurrency }: QueueSettings): void {
  switch (event) {
    case 'scheduler:queue.paused':
      return telemetry.emit('scheduler:queue:pause', () => ({ queue }));
    case 'scheduler:queue.resumed':
      return telemetry.emit('scheduler:queue:resume', () => ({ queue }));
    case 'scheduler:queue.scaled':
      return telemetry.emit('scheduler:queue:scale', () => ({ queue, concurrency }));
  }
}
