import type { Clock, EventBus, QueueEventName, QueueSettings } from '@scheduler/contracts';

/** Publishes to all nodes that the settings of a queue have changed. They are stored already: a node that misses the event reads them soon. */
export class QueueEvents {
  constructor(
    private readonly bus: EventBus,
    private readonly clock: Clock,
    private readonly onError: (error: unknown) => void,
  ) {}

  async publish(
    name: QueueEventName,
    { queue, paused, concurrency, globalLimit }: QueueSettings,
  ): Promise<void> {
    if (!this.bus.wants(name)) return;
    try {
      const data = { queue, paused, concurrency, globalLimit };
      await this.bus.publish({ events: [{ name, at: this.clock.now(), tenant: null, data }] });
    } catch (error) {
      this.onError(error);
    }
  }
}
