import type { Clock } from '../host/clock.js';

interface Estimate {
  /** The offset from the monotonic clock to the store's time. */
  readonly offsetMs: number;
  /** How far the offset may be wrong, since the store may have read its clock at the beginning or at the end of the round trip. */
  readonly errorMs: number;
  readonly madeAtMs: number;
}

/** A round trip that is this short is always good enough. */
const GOOD_ERROR_MS = 50;
/** How fast the error of an estimate grows, because clocks drift apart. */
const DRIFT = 0.001;

/**
 * Estimates the store's time between two of its replies: timers are local, but the store decides what is due; and an instant that is only
 * recorded, such as the end of an attempt, need not cost a round trip. The estimate advances with the monotonic clock, so that setting
 * the wall clock does not move it, and a slow reply does not distort it.
 */
export class StoreTime {
  private estimate: Estimate;

  constructor(private readonly clock: Pick<Clock, 'now' | 'monotonicMs'>) {
    const madeAtMs = clock.monotonicMs();
    this.estimate = { offsetMs: clock.now().getTime() - madeAtMs, errorMs: Infinity, madeAtMs };
  }

  /** Calls the store, and learns its time from the result. */
  async asking<T>(ask: () => Promise<T>, timeOf: (answer: T) => Date): Promise<T> {
    const askedAtMs = this.clock.monotonicMs();
    const answer = await ask();
    this.observe(timeOf(answer), askedAtMs);
    return answer;
  }

  /** `askedAtMs` is the time of the call by the monotonic clock. */
  observe(storeNow: Date, askedAtMs = this.clock.monotonicMs()): void {
    const madeAtMs = this.clock.monotonicMs();
    const errorMs = (madeAtMs - askedAtMs) / 2;
    const next = { offsetMs: storeNow.getTime() - (askedAtMs + errorMs), errorMs, madeAtMs };
    if (this.isBetter(next)) this.estimate = next;
  }

  /** The estimated time of the store; that of the own clock until the store's time is known. */
  now(): number {
    return Math.round(this.clock.monotonicMs() + this.estimate.offsetMs);
  }

  /** The estimated time of the store. Null: it is not known yet. */
  observedNow(): number | null {
    return this.estimate.errorMs === Infinity ? null : this.now();
  }

  /** How long until an instant of the store; 0 if it has passed. */
  until(instant: Date): number {
    return Math.max(0, instant.getTime() - this.now());
  }

  /** Whether an instant of the store may have passed, as far as the estimate is exact. */
  mayHavePassed(instant: Date): boolean {
    const { errorMs, madeAtMs } = this.estimate;
    const inexactMs = errorMs + DRIFT * (this.clock.monotonicMs() - madeAtMs);
    return instant.getTime() <= this.now() + Math.ceil(inexactMs);
  }

  /** Whether an estimate is more exact than the last one, or contradicts it, because the clock of the store was set. */
  private isBetter(next: Estimate): boolean {
    const { offsetMs, errorMs, madeAtMs } = this.estimate;
    const trusted = errorMs + DRIFT * (next.madeAtMs - madeAtMs);
    const contradicts = Math.abs(next.offsetMs - offsetMs) > trusted + next.errorMs;
    return next.errorMs <= Math.max(GOOD_ERROR_MS, trusted) || contradicts;
  }
}
