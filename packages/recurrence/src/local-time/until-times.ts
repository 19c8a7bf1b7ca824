import type { CountableTimes, LocalTimes } from './local-times.js';

/** The local times up to and including `last`. */
export class UntilTimes implements LocalTimes {
  constructor(
    private readonly inner: CountableTimes,
    private readonly last: number,
  ) {}

  atOrAfter(local: number): number {
    const found = this.inner.atOrAfter(local);
    return found <= this.last ? found : Infinity;
  }

  countBetween(from: number, to: number): number {
    return this.inner.countBetween(from, Math.min(to, this.last + 1));
  }
}
