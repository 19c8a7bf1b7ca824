import type { LocalTimes } from '../local-time/local-times.js';
import type { DaysOff } from './days-off.js';
import { MOST_JUMPS } from './most-jumps.js';

/**
 * Local times, where those of days off are moved to the same time of the working day before or after. Times that meet
 * there are one. A working day is asked together with the days off that it takes in, so the answer is always the
 * earliest of all and does not depend on where one begins to search.
 */
export class MovedDayTimes implements LocalTimes {
  constructor(
    private readonly inner: LocalTimes,
    private readonly days: DaysOff,
    private readonly options: { readonly dayLength: number; readonly shift: 'previous' | 'next' },
  ) {}

  atOrAfter(local: number): number {
    const { dayLength } = this.options;
    const first = this.days.workingDayFrom(Math.floor(local / dayLength));
    if (first === Infinity) return Infinity;
    let from = this.takenIn(first).first * dayLength;
    for (let jumps = 0; jumps < MOST_JUMPS && from < Infinity; jumps += 1) {
      const nominal = this.inner.atOrAfter(from);
      if (nominal === Infinity) return Infinity;
      const day = Math.floor(nominal / dayLength);
      const target = this.targetOf(day);
      const found = this.earliestOn(target, local);
      if (found < Infinity) return found;
      // No working day takes it in where a break has no end on that side.
      from =
        (Number.isFinite(target) ? this.takenIn(target).last + 1 : this.days.workingDayFrom(day)) * dayLength;
    }
    return Infinity;
  }

  /** The times of days off that a time stands for, as they were before the move. */
  movedTo(local: number): readonly number[] {
    const { dayLength } = this.options;
    const target = Math.floor(local / dayLength);
    const { first, last } = this.takenIn(target);
    const sources: number[] = [];
    for (let day = first; day <= last; day += 1) {
      const nominal = local + (day - target) * dayLength;
      if (day !== target && this.inner.atOrAfter(nominal) === nominal) sources.push(nominal);
    }
    return sources;
  }

  /** The working day on which the times of a day run. */
  private targetOf(day: number): number {
    return this.options.shift === 'next' ? this.days.workingDayFrom(day) : this.days.workingDayUpTo(day);
  }

  /** The days whose times run on a working day: itself and the days off beside it. */
  private takenIn(target: number): { readonly first: number; readonly last: number } {
    if (this.options.shift === 'previous') {
      const next = this.days.workingDayFrom(target + 1);
      return { first: target, last: next === Infinity ? target : next - 1 };
    }
    const previous = this.days.workingDayUpTo(target - 1);
    return { first: previous === -Infinity ? target : previous + 1, last: target };
  }

  private earliestOn(target: number, from: number): number {
    if (!Number.isFinite(target)) return Infinity;
    const { dayLength } = this.options;
    const time = Math.max(0, from - target * dayLength);
    const { first, last } = this.takenIn(target);
    let earliest = Infinity;
    for (let day = first; day <= last && time < dayLength; day += 1) {
      const nominal = this.inner.atOrAfter(day * dayLength + time);
      if (nominal < (day + 1) * dayLength)
        earliest = Math.min(earliest, nominal + (target - day) * dayLength);
    }
    return earliest;
  }
}
