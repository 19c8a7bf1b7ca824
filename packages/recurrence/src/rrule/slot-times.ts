import { dayNumberAt, LAST_SECOND, SECONDS_PER_DAY } from '../local-time/local-calendar.js';
import type { LocalTimes } from '../local-time/local-times.js';
import type { RecurrenceRule } from './recurrence-rule.js';
import { RuleDays } from './rule-days.js';
import { choosePositions } from './rule-times.js';

const SLOT_LENGTHS: Readonly<Record<string, number>> = { HOURLY: 3_600, MINUTELY: 60, SECONDLY: 1 };
const DAYS_PER_CYCLE = 146_097;

/**
 * The times of an hourly, minutely or secondly rule. A day is divided into slots of that length; every n-th slot counts,
 * numbered from the start. Which slots of a day these are follows from one remainder, so that whole days can be
 * skipped without checking their slots.
 */
export class SlotTimes implements LocalTimes {
  private readonly days: RuleDays;
  private readonly slotLength: number;
  private readonly slotsPerDay: number;
  /** The times within a slot, sorted. */
  private readonly times: readonly number[];
  private readonly allowed: Uint8Array;
  private readonly firstSlot: number;
  /** The cached number of slots of a day that count, by remainder. */
  private readonly counts = new Map<number, number>();

  /** `rule` is a completed rule. No time lies before `start`. */
  constructor(
    private readonly rule: RecurrenceRule,
    private readonly start: number,
  ) {
    this.days = new RuleDays(rule);
    this.slotLength = SLOT_LENGTHS[rule.frequency] ?? 1;
    this.slotsPerDay = SECONDS_PER_DAY / this.slotLength;
    this.times = timesInSlot(rule);
    this.allowed = allowedSlots(rule, this.slotLength);
    this.firstSlot = Math.floor(start / this.slotLength);
  }

  atOrAfter(local: number): number {
    if (this.times.length === 0) return Infinity;
    const from = Math.max(local, this.start);
    const firstDay = dayNumberAt(from);
    const lastDay = Math.min(firstDay + DAYS_PER_CYCLE, LAST_SECOND / SECONDS_PER_DAY);
    for (let day = this.days.inMonthFrom(firstDay); day <= lastDay; day = this.days.inMonthFrom(day + 1)) {
      if (!this.days.matches(day) || this.countSlots(this.remainderOf(day)) === 0) continue;
      const found = this.firstOn(day, from);
      if (found < Infinity) return found;
    }
    return Infinity;
  }

  countBetween(from: number, to: number): number {
    if (this.times.length === 0) return 0;
    const first = Math.max(from, this.start);
    let count = 0;
    for (let day = dayNumberAt(first); day * SECONDS_PER_DAY < to; day += 1) {
      if (this.days.matches(day)) count += this.countOn(day, first, to);
    }
    return count;
  }

  private countOn(day: number, from: number, to: number): number {
    const midnight = day * SECONDS_PER_DAY;
    if (midnight >= from && midnight + SECONDS_PER_DAY <= to) {
      return this.countSlots(this.remainderOf(day)) * this.times.length;
    }
    let count = 0;
    const end = Math.min(to, midnight + SECONDS_PER_DAY);
    for (let time = this.firstOn(day, from); time < end; time = this.firstOn(day, time + 1)) count += 1;
    return count;
  }

  /** The first time on a day that is not before `from`. Infinity: there is none. */
  private firstOn(day: number, from: number): number {
    const midnight = day * SECONDS_PER_DAY;
    const remainder = this.remainderOf(day);
    const { interval } = this.rule;
    const earliest = Math.max(0, Math.floor((from - midnight) / this.slotLength));
    let slot = remainder + Math.max(0, Math.ceil((earliest - remainder) / interval)) * interval;
    for (; slot < this.slotsPerDay; slot += interval) {
      if (this.allowed[slot] === 0) continue;
      const start = midnight + slot * this.slotLength;
      const time = this.times.find((candidate) => start + candidate >= from);
      if (time !== undefined) return start + time;
    }
    return Infinity;
  }

  /** The first slot of a day that is a multiple of the interval away from the first slot of the rule. */
  private remainderOf(day: number): number {
    const { interval } = this.rule;
    const distance = (this.firstSlot - day * this.slotsPerDay) % interval;
    return distance < 0 ? distance + interval : distance;
  }

  private countSlots(remainder: number): number {
    const known = this.counts.get(remainder);
    if (known !== undefined) return known;
    let count = 0;
    for (let slot = remainder; slot < this.slotsPerDay; slot += this.rule.interval)
      count += this.allowed[slot] ?? 0;
    this.counts.set(remainder, count);
    return count;
  }
}

function timesInSlot({ frequency, minutes, seconds, positions }: RecurrenceRule): readonly number[] {
  const inMinute = frequency === 'SECONDLY' ? [0] : seconds;
  const times =
    frequency === 'HOURLY'
      ? minutes.flatMap((minute) => inMinute.map((second) => minute * 60 + second))
      : inMinute;
  if (positions.length === 0) return times;
  return choosePositions(times.length, positions).map((index) => times[index] ?? 0);
}

/** Has 1 for each slot of a day that BYHOUR, BYMINUTE and BYSECOND allow. */
function allowedSlots({ hours, minutes, seconds }: RecurrenceRule, slotLength: number): Uint8Array {
  const fits = (values: readonly number[], value: number) => values.length === 0 || values.includes(value);
  const allowed = new Uint8Array(SECONDS_PER_DAY / slotLength);
  for (let hour = 0; hour < 24; hour += 1) {
    if (!fits(hours, hour)) continue;
    for (let slot = (hour * 3_600) / slotLength; slot < ((hour + 1) * 3_600) / slotLength; slot += 1) {
      const time = slot * slotLength;
      if (slotLength < 3_600 && !fits(minutes, Math.floor(time / 60) % 60)) continue;
      if (slotLength < 60 && !fits(seconds, time % 60)) continue;
      allowed[slot] = 1;
    }
  }
  return allowed;
}
