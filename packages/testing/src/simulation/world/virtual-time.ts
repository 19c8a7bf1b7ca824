import { setImmediate } from 'node:timers';
import { EventQueue } from '../../clock/event-queue.js';

/**
 * The true time of a simulation. It jumps from event to event; the promises of an event settle before the next one,
 * so that the order of events determines the order of everything.
 */
export class VirtualTime {
  private readonly events = new EventQueue();
  private happened = 0;

  constructor(private currentMs: number) {}

  get nowMs(): number {
    return this.currentMs;
  }

  now(): Date {
    return new Date(this.currentMs);
  }

  /** The number of events so far. */
  get eventCount(): number {
    return this.happened;
  }

  /** Returns a function that cancels the event. */
  after(delayMs: number, happen: () => void): () => void {
    return this.events.add(this.currentMs + Math.max(0, delayMs), happen);
  }

  /** Runs all events up to an instant. */
  async runUntil(untilMs: number): Promise<void> {
    await promisesSettled();
    for (let event = this.events.takeNext(untilMs); event !== null; event = this.events.takeNext(untilMs)) {
      this.currentMs = event.atMs;
      this.happened += 1;
      event.happen();
      await promisesSettled();
    }
    this.currentMs = Math.max(this.currentMs, untilMs);
  }
}

/** Everything in a simulation waits for an event, so one turn of the real event loop settles every chain of promises. */
function promisesSettled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
