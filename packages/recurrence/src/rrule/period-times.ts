import { dayNumberAt, LAST_SECOND, SECONDS_PER_DAY } from '../local-time/local-calendar.js';
import type { LocalTimes } from '../local-time/local-times.js';
import type { RecurrenceRule } from './recurrence-rule.js';
import { RuleDays } from './rule-days.js';
import { periodsOf, type RulePeriods } from './rule-periods.js';
import { choosePositions, timesOfDay } from './rule-times.js';

/** The times of a yearly, monthly, weekly or daily rule: the days of each period, and the times of day on each day. */
export class PeriodTimes implements LocalTimes {
  private readonly periods: RulePeriods;
  private readonly days: RuleDays;
  /** The times of day, sorted. */
  private readonly times: readonly number[];
  private readonly firstIndex: number;
  /** A period with fewer times than this has none that BYSETPOS selects. */
  private readonly leastSize: number;
  private cached: { readonly index: number; readonly days: readonly number[] } = { index: NaN, days: [] };

  /** `rule` is a completed rule. No time lies before `start`. */
  constructor(
    private readonly rule: RecurrenceRule,
    private readonly start: number,
  ) {
    this.periods = periodsOf(rule);
    this.days = new RuleDays(rule);
    this.times = timesOfDay(rule);
    this.leastSize = Math.min(...rule.positions.map(Math.abs));
    this.firstIndex = this.periods.indexOf(dayNumberAt(start));
  }

  atOrAfter(local: number): number {
    const from = Math.max(local, this.start);
    let index = this.aligned(from);
    // After one Gregorian cycle of periods every combination has occurred.
    for (let steps = 0; steps <= this.periods.perCycle; steps += 1, index += this.rule.interval) {
      if (this.periods.firstDay(index) * SECONDS_PER_DAY > LAST_SECOND) return Infinity;
      const found = this.firstIn(index, from);
      if (found < Infinity) return found;
    }
    return Infinity;
  }

  countBetween(from: number, to: number): number {
    const first = Math.max(from, this.start);
    let count = 0;
    for (let index = this.aligned(first); this.periods.firstDay(index) * SECONDS_PER_DAY < to;) {
      count += this.countIn(index, first, to);
      index += this.rule.interval;
    }
    return count;
  }

  /** The first period of the rule that ends after a local time. */
  private aligned(local: number): number {
    const { interval } = this.rule;
    const distance = this.periods.indexOf(dayNumberAt(local)) - this.firstIndex;
    return this.firstIndex + Math.ceil(distance / interval) * interval;
  }

  private firstIn(index: number, from: number): number {
    if (this.rule.positions.length > 0)
      return this.selectedIn(index).find((time) => time >= from) ?? Infinity;
    const last = this.times.at(-1) ?? 0;
    const day = this.daysIn(index).find((candidate) => candidate * SECONDS_PER_DAY + last >= from);
    if (day === undefined) return Infinity;
    const midnight = day * SECONDS_PER_DAY;
    return midnight + (this.times.find((time) => midnight + time >= from) ?? Infinity);
  }

  private countIn(index: number, from: number, to: number): number {
    const within = (time: number) => time >= from && time < to;
    if (this.rule.positions.length > 0) return this.selectedIn(index).filter(within).length;
    let count = 0;
    for (const day of this.daysIn(index)) {
      const midnight = day * SECONDS_PER_DAY;
      const isWhole = midnight >= from && midnight + SECONDS_PER_DAY <= to;
      count += isWhole ? this.times.length : this.times.filter((time) => within(midnight + time)).length;
    }
    return count;
  }

  /** The times that BYSETPOS selects from all times of a period. */
  private selectedIn(index: number): readonly number[] {
    const days = this.daysIn(index);
    const perDay = this.times.length;
    if (days.length * perDay < this.leastSize) return [];
    const positions = choosePositions(days.length * perDay, this.rule.positions);
    return positions.map(
      (position) =>
        (days[Math.floor(position / perDay)] ?? 0) * SECONDS_PER_DAY + (this.times[position % perDay] ?? 0),
    );
  }

  /** The days of a period. Those of the last period are cached, because its times are requested one after the other. */
  private daysIn(index: number): readonly number[] {
    if (this.cached.index === index) return this.cached.days;
    const end = this.periods.firstDay(index + 1);
    const days: number[] = [];
    let day = this.days.inMonthFrom(this.periods.firstDay(index));
    for (; day < end; day = this.days.inMonthFrom(day + 1)) if (this.days.matches(day)) days.push(day);
    this.cached = { index, days };
    return days;
  }
}
