import type { QueueSettings } from '@scheduler/contracts';
import type { ChangeQueue } from '@scheduler/contracts/adapter';

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

  all(): readonly QueueSettings[] {
    return [...this.settings.values()].sort((a, b) => (a.queue < b.queue ? -1 : 1));
  }

  change({ queue, paused, concurrency, globalLimit }: ChangeQueue): QueueSettings {
    const current = this.settings.get(queue) ?? {
      queue,
      paused: false,
      concurrency: null,
      globalLimit: null,
    };
    const changed: QueueSettings = Object.freeze({
      queue,
      paused: paused ?? current.paused,
      concurrency: concurrency === undefined ? current.concurrency : concurrency,
      globalLimit: globalLimit === undefined ? current.globalLimit : globalLimit,
    });
    this.settings.set(queue, changed);
    return changed;
  }
}
