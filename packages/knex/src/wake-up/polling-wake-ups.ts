import { randomUUID } from 'node:crypto';
import type { BusEvent, Timer } from '@scheduler/contracts';
import { OutageLog } from '@scheduler/contracts/adapter';
import { eventsAfter, deleteOldEvents, latestEventId, storeEvents } from './stored-events.js';
import { Listeners } from './listeners.js';
import type { WakeUpParts, WakeUps } from './wake-ups.js';

const POLLS_PER_CLEANUP = 60;

/** For databases without notifications: events are rows that every node polls. Workers find new work by polling their queues. */
export class PollingWakeUps implements WakeUps {
  private readonly origin = randomUUID();
  private readonly listeners: Listeners<readonly BusEvent[]>;
  private timer: Timer | null = null;
  private lastId = 0;
  private polls = 0;
  private isOpen = false;
  private polling: Promise<void> = Promise.resolve();

  constructor(private readonly parts: WakeUpParts) {
    this.listeners = new Listeners(parts.logger);
  }

  async open(): Promise<void> {
    if (this.isOpen) return;
    this.lastId = await latestEventId(this.parts.database);
    this.isOpen = true;
    this.pollLater();
  }

  async close(): Promise<void> {
    this.isOpen = false;
    this.timer?.cancel();
    await this.polling;
  }

  notifying(): null {
    return null;
  }

  notifyQueues(): void {
    // The workers of other nodes poll their queues.
  }

  async notifyEvents(events: readonly BusEvent[]): Promise<void> {
    await storeEvents(this.parts.database, this.origin, events);
  }

  onQueues(): () => void {
    return () => undefined;
  }

  onEvents(listener: (events: readonly BusEvent[]) => void): () => void {
    return this.listeners.add(listener);
  }

  private pollLater(): void {
    if (!this.isOpen) return;
    const callback = () => {
      this.polling = this.poll().then(() => this.pollLater());
    };
    this.timer = this.parts.clock.setTimer({ delayMs: this.parts.eventPollMs, callback });
  }

  private async poll(): Promise<void> {
    const { database, logger, clock } = this.parts;
    const outages = OutageLog.of(logger, clock);
    try {
      const stored = await eventsAfter(database, { id: this.lastId, origin: this.origin });
      outages.worked('events');
      this.lastId = stored.at(-1)?.id ?? this.lastId;
      const events = stored.flatMap(({ event }) => (event === null ? [] : [event]));
      if (events.length > 0) this.listeners.notifyAll(events);
      this.polls += 1;
      if (this.polls % POLLS_PER_CLEANUP === 0) await deleteOldEvents(database);
    } catch (error) {
      outages.failed({
        activity: 'events',
        message: 'events of other nodes could not be read',
        level: 'warn',
        error,
      });
    }
  }
}
