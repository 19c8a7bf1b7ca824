import type { Clock } from '../host/clock.js';

interface Estimate {
  /** From our monotonic clock to the store's time. */
  readonly offsetMs: number;
  /** How far the offset may be off: the store may have answered at the beginning or at the end of the time that its answer took. */
  readonly errorMs: number;
  readonly madeAtMs: number;
}

/** An answer that came so soon is always good enough. */
const GOOD_ERROR_MS = 50;
/** How much an estimate is trusted less with time: clocks drift apart. */
const DRIFT = 0.001;

/**
 * What the store's clock shows between two of its answers: timers are local, but the store decides what is due; and what is only
 * recorded, such as the end of an attempt, need not cost a round trip of its own. It goes on with the monotonic clock, so that setting
 * the wall clock does not move it, and an answer that was long on its way does not spoil it.
 */
export class StoreTime {
  private estimate: Estimate;

  constructor(private readonly clock: Pick<Clock, 'now' | 'monotonicMs'>) {
    const madeAtMs = clock.monotonicMs();
    this.estimate = { offsetMs: clock.now().getTime() - madeAtMs, errorMs: Infinity, madeAtMs };
  }

  /** Asks the store for something that tells its time. */
  async asking<T>(ask: () => Promise<T>, timeOf: (answer: T) => Date): Promise<T> {
    const askedAtMs = this.clock.monotonicMs();
    const answer = await ask();
    this.observe(timeOf(answer), askedAtMs);
    return answer;
  }

  /** `askedAtMs`: by the monotonic clock. */
  observe(storeNow: Date, askedAtMs = this.clock.monotonicMs()): void {
    const madeAtMs = this.clock.monotonicMs();
    const errorMs = (madeAtMs - askedAtMs) / 2;
    const next = { offsetMs: storeNow.getTime() - (askedAtMs + errorMs), errorMs, madeAtMs };
    if (this.isBetter(next)) this.estimate = next;
  }

  /** The own clock's time, until the store has shown its own. */
  now(): number {
    return Math.round(this.clock.monotonicMs() + this.estimate.offsetMs);
  }

  /** Null: the store has not shown its time yet. */
  observedNow(): number | null {
    return this.estimate.errorMs === Infinity ? null : this.now();
  }

  /** How long until an instant of the store; 0 if it has passed. */
  until(instant: Date): number {
    return Math.max(0, instant.getTime() - this.now());
  }

  /** Surer than the last, or in contradiction to it: then somebody has set the store's clock. */
  private isBetter(next: Estimate): boolean {
    const { offsetMs, errorMs, madeAtMs } = this.estimate;
    const trusted = errorMs + DRIFT * (next.madeAtMs - madeAtMs);
    const contradicts = Math.abs(next.offsetMs - offsetMs) > trusted + next.errorMs;
    return next.errorMs <= Math.max(GOOD_ERROR_MS, trusted) || contradicts;
  }
}
