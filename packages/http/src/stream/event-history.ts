import { randomBytes } from 'node:crypto';
import type { BusEvent } from '@scheduler/contracts';

/** An event with its place in the order of this process. */
export interface NumberedEvent {
  readonly id: string;
  readonly event: BusEvent;
}

const MOST_EVENTS = 1_000;

/** The latest events, so that a client that was away for a moment misses none. */
export class EventHistory {
  /** Tells this process from others, whose numbers mean something else. */
  private readonly epoch = randomBytes(6).toString('hex');
  private readonly events: NumberedEvent[] = [];
  private last = 0;

  add(event: BusEvent): NumberedEvent {
    this.last += 1;
    const numbered = { id: `${this.epoch}-${this.last}`, event };
    this.events.push(numbered);
    if (this.events.length > MOST_EVENTS) this.events.shift();
    return numbered;
  }

  /** The latest events, the oldest first. */
  latest(count: number): readonly NumberedEvent[] {
    return count === 0 ? [] : this.events.slice(-count);
  }

  /** The events after an id. Null: it is not known here any more, so that something may be missing. */
  after(id: string): readonly NumberedEvent[] | null {
    const [epoch, number] = id.split('-');
    const seen = Number(number);
    if (epoch !== this.epoch || !Number.isSafeInteger(seen) || seen > this.last) return null;
    const missed = this.last - seen;
    if (missed > this.events.length) return null;
    return missed === 0 ? [] : this.events.slice(-missed);
  }
}
