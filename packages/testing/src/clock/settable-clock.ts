import {
  type Clock,
  type DurationInput,
  type Timer,
  type TimerRequest,
  toMilliseconds,
} from '@scheduler/contracts';
import { letPromisesSettle } from './let-promises-settle.js';

interface WaitingTimer {
  readonly atMs: number;
  /** Timers of one instant go off in the order in which they were set. */
  readonly sequence: number;
  readonly callback: () => void;
}

const DEFAULT_START = '2030-01-01T00:00:00.000Z';

/**
 * A clock that stands still until it is told to move. Timers go off only while it advances.
 *
 * @example
 * const clock = new SettableClock('2030-03-01T09:00:00Z');
 * await clock.advance('5m'); // runs every timer of these five minutes at its own instant
 */
export class SettableClock implements Clock {
  private wallMs: number;
  private elapsedMs = 0;
  private sequence = 0;
  private readonly timers = new Set<WaitingTimer>();

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
    const atMs = this.elapsedMs + Math.max(0, delayMs);
    const timer: WaitingTimer = { atMs, sequence: (this.sequence += 1), callback };
    this.timers.add(timer);
    return { cancel: () => void this.timers.delete(timer) };
  }

  /** How many timers wait. */
  get pendingTimers(): number {
    return this.timers.size;
  }

  /**
   * Lets time pass: each timer goes off at its own instant, in order, and what it started is given time to settle before the next
   * one, timers that it set included.
   */
  async advance(duration: DurationInput): Promise<void> {
    const endMs = this.elapsedMs + toMilliseconds(duration, 'advance');
    await letPromisesSettle();
    for (let timer = this.nextTimer(endMs); timer !== null; timer = this.nextTimer(endMs)) {
      this.moveTo(timer.atMs);
      this.timers.delete(timer);
      timer.callback();
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

  /** Runs the timers that wait now or are set meanwhile, one after the other, until none is left or `limit` have gone off. */
  async runTimers(limit = 1_000): Promise<number> {
    await letPromisesSettle();
    for (let count = 0; count < limit; count += 1) {
      const timer = this.nextTimer(Infinity);
      if (timer === null) return count;
      await this.advance(timer.atMs - this.elapsedMs);
    }
    return limit;
  }

  /** Sets the wall clock, forwards or back, as an administrator would: no time passes, and no timer goes off. */
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

  private nextTimer(endMs: number): WaitingTimer | null {
    let next: WaitingTimer | null = null;
    for (const timer of this.timers) {
      if (timer.atMs <= endMs && (next === null || isEarlier(timer, next))) next = timer;
    }
    return next;
  }
}

function isEarlier(a: WaitingTimer, b: WaitingTimer): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.sequence < b.sequence);
}

function instantOf(value: Date | string): number {
  const ms = typeof value === 'string' ? Date.parse(value) : value.getTime();
  if (Number.isNaN(ms))
    throw new RangeError(`${String(value)} is not an instant; give a Date or an ISO 8601 text`);
  return ms;
}
