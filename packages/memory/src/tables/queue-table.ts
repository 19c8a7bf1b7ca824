import type { QueueSettings } from '@scheduler/contracts';
import { type ChangeQueue, changedQueueSettings } from '@scheduler/contracts/adapter';

/** The settings of queues by operators. */
export class QueueTable {
  private readonly settings = new Map<string, QueueSettings>();

  isPaused(queue: string): boolean {
    return this.settings.get(queue)?.paused ?? false;
  }

  /** How many executions may run over all nodes. Null: any number. */
  globalLimit(queue: string): number | null {
    return this.settings.get(queue)?.globalLimit ?? null;
  }

  /** Null: the queue has no settings. */
  get(queue: string): QueueSettings | null {
    return this.settings.get(queue) ?? null;
  }

  all(): readonly QueueSettings[] {
    return [...this.settings.values()].sort((a, b) => (a.queue < b.queue ? -1 : 1));
  }

  change(request: ChangeQueue): QueueSettings {
    const changed = changedQueueSettings(this.settings.get(request.queue), request);
    this.settings.set(request.queue, changed);
    return changed;
  }
}
