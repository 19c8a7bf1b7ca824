import { setImmediate } from 'node:timers';
import { EventQueue } from '../../clock/event-queue.js';

/**
 * The true time of a simulated world. It jumps from event to event; whatever an event sets off runs to its end before the next one,
 * so that the order of everything follows from the order of events.
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

  /** How many events there were. */
  get eventCount(): number {
    return this.happened;
  }

  /** Returns the way to call it off. */
  after(delayMs: number, happen: () => void): () => void {
    return this.events.add(this.currentMs + Math.max(0, delayMs), happen);
  }

  /** Lets everything happen up to an instant. */
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

/** All that waits in the world waits for an event of its own: one turn of the real event loop runs every chain of promises to its end. */
function promisesSettled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
