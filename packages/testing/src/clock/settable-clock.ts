import {
  type Clock,
  type DurationInput,
  type Timer,
  type TimerRequest,
  toMilliseconds,
} from '@scheduler/contracts';
import { EventQueue } from './event-queue.js';
import { instantOf } from './instant-of.js';
import { letPromisesSettle } from './let-promises-settle.js';

const DEFAULT_START = '2030-01-01T00:00:00.000Z';

/**
 * A clock that stands still until it is advanced. Timers fire only while it advances.
 *
 * @example
 * const clock = new SettableClock('2030-03-01T09:00:00Z');
 * await clock.advance('5m'); // runs every timer of these five minutes at its own instant
 */
export class SettableClock implements Clock {
  private wallMs: number;
  private elapsedMs = 0;
  private readonly timers = new EventQueue();

  constructor(start: Date | string = DEFAULT_START) {
    this.wallMs = instantOf(start);
  }

  now(): Date {
    return new Date(this.wallMs);
  }

  monotonicMs(): number {
    return this.elapsedMs;
  }

  setTimer({ delayMs, callback }: TimerRequest): Timer {
    return { cancel: this.timers.add(this.elapsedMs + Math.max(0, delayMs), callback) };
  }

  /** The number of timers that have not fired. */
  get pendingTimers(): number {
    return this.timers.size;
  }

  /**
   * Lets time pass: each timer fires at its own instant, in order, and its promises settle before the next timer fires. Timers that are
   * set meanwhile fire too.
   */
  async advance(duration: DurationInput): Promise<void> {
    const endMs = this.elapsedMs + toMilliseconds(duration, 'advance');
    await letPromisesSettle();
    for (let timer = this.timers.takeNext(endMs); timer !== null; timer = this.timers.takeNext(endMs)) {
      this.moveTo(timer.atMs);
      timer.happen();
      await letPromisesSettle();
    }
    this.moveTo(endMs);
  }

  /** Lets time pass until the wall clock shows an instant. */
  async advanceTo(instant: Date | string): Promise<void> {
    const toMs = instantOf(instant);
    if (toMs < this.wallMs) {
      throw new RangeError(
        `the clock shows ${this.now().toISOString()} and cannot advance back to ${new Date(toMs).toISOString()}; use setTime`,
      );
    }
    await this.advance(toMs - this.wallMs);
  }

  /** Runs the waiting timers and those that are set meanwhile, one after the other, until none is left or `limit` have fired. */
  async runTimers(limit = 1_000): Promise<number> {
    await letPromisesSettle();
    for (let count = 0; count < limit; count += 1) {
      const atMs = this.timers.nextAtMs;
      if (atMs === null) return count;
      await this.advance(atMs - this.elapsedMs);
    }
    return limit;
  }

  /** Sets the wall clock, forwards or back, as an administrator would: no time passes, and no timer fires. */
  setTime(instant: Date | string): void {
    this.wallMs = instantOf(instant);
  }

  /** Sets the wall clock forwards by some milliseconds, or back by negative ones, like `setTime`. */
  jump(milliseconds: number): void {
    this.wallMs += milliseconds;
  }

  private moveTo(elapsedMs: number): void {
    if (elapsedMs <= this.elapsedMs) return;
    this.wallMs += elapsedMs - this.elapsedMs;
    this.elapsedMs = elapsedMs;
  }
}
