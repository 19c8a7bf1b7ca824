import type { LocalTimes } from '../local-time/local-times.js';
import type { DaysOff } from './days-off.js';
import { MOST_JUMPS } from './most-jumps.js';

/**
 * Local times, where those of days off are moved to the same time of the working day before or after. Times that are moved
 * to the same time count once. A working day is searched together with the days off that are moved to it, so that the
 * result is always the earliest of them and does not depend on where the search begins.
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
    let from = this.daysMovedTo(first).first * dayLength;
    for (let jumps = 0; jumps < MOST_JUMPS && from < Infinity; jumps += 1) {
      const nominal = this.inner.atOrAfter(from);
      if (nominal === Infinity) return Infinity;
      const day = Math.floor(nominal / dayLength);
      const target = this.targetOf(day);
      const found = this.earliestOn(target, local);
      if (found < Infinity) return found;
      // The target is infinite where the days off have no end on that side: these times do not run.
      from =
        (Number.isFinite(target) ? this.daysMovedTo(target).last + 1 : this.days.workingDayFrom(day)) *
        dayLength;
    }
    return Infinity;
  }

  /** The times of days off that were moved to a local time, as they were before the move. */
  movedTo(local: number): readonly number[] {
    const { dayLength } = this.options;
    const target = Math.floor(local / dayLength);
    const { first, last } = this.daysMovedTo(target);
    const sources: number[] = [];
    for (let day = first; day <= last; day += 1) {
      const nominal = local + (day - target) * dayLength;
      if (day !== target && this.inner.atOrAfter(nominal) === nominal) sources.push(nominal);
    }
    return sources;
  }

  /** The working day to which the times of a day are moved. */
  private targetOf(day: number): number {
    return this.options.shift === 'next' ? this.days.workingDayFrom(day) : this.days.workingDayUpTo(day);
  }

  /** The days whose times run on a working day: the day itself and the days off that are moved to it. */
  private daysMovedTo(target: number): { readonly first: number; readonly last: number } {
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
    const { first, last } = this.daysMovedTo(target);
    let earliest = Infinity;
    for (let day = first; day <= last && time < dayLength; day += 1) {
      const nominal = this.inner.atOrAfter(day * dayLength + time);
      if (nominal < (day + 1) * dayLength)
        earliest = Math.min(earliest, nominal + (target - day) * dayLength);
    }
    return earliest;
  }
}
