import type { LocalTimes } from '../local-time/local-times.js';
import type { DaysOff } from './days-off.js';
import { MOST_JUMPS } from './most-jumps.js';

/** Local times without those on days off. `dayLength` is the length of a day in the unit of the times. */
export class SkippedDayTimes implements LocalTimes {
  readonly countBetween: LocalTimes['countBetween'];

  constructor(
    private readonly inner: LocalTimes,
    private readonly days: DaysOff,
    private readonly dayLength: number,
  ) {
    const { countBetween } = inner;
    this.countBetween = countBetween && ((from, to) => this.count(from, to, countBetween.bind(inner)));
  }

  atOrAfter(local: number): number {
    let from = local;
    for (let jumps = 0; jumps < MOST_JUMPS && from < Infinity; jumps += 1) {
      const found = this.inner.atOrAfter(from);
      if (found === Infinity) return Infinity;
      const day = Math.floor(found / this.dayLength);
      const workingDay = this.days.workingDayFrom(day);
      if (workingDay === day) return found;
      from = workingDay * this.dayLength;
    }
    return Infinity;
  }

  /** Counts the times of each stretch of consecutive working days. */
  private count(from: number, to: number, countTimes: (from: number, to: number) => number): number {
    let count = 0;
    let day = this.days.workingDayFrom(Math.floor(from / this.dayLength));
    while (day * this.dayLength < to) {
      let end = day + 1;
      while (end * this.dayLength < to && this.days.reasonOf(end) === null) end += 1;
      const [first, last] = [Math.max(from, day * this.dayLength), Math.min(to, end * this.dayLength)];
      if (first < last) count += countTimes(first, last);
      day = this.days.workingDayFrom(end);
    }
    return count;
  }
}
