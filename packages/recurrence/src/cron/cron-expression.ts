import { lowestBit, maskOf, MinuteSet } from '../local-time/bits.js';
import type { DayRule } from './month-days.js';

/** The fields of an expression as written. The second is `0` where the expression has five fields. */
export interface CronTexts {
  readonly second: string;
  readonly minute: string;
  readonly hour: string;
  readonly dayOfMonth: string;
  readonly month: string;
  readonly dayOfWeek: string;
}

export interface CronValues {
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly months: readonly number[];
  readonly days: DayRule;
}

/** A parsed expression. It is immutable and knows no zone, so that all jobs with the same text share it. */
export class CronExpression {
  readonly seconds: MinuteSet;
  readonly minutes: MinuteSet;
  readonly hours: number;
  readonly months: number;
  readonly days: DayRule;
  /** The first time of a day, in seconds. */
  readonly firstTime: number;
  /** Whether the expression has fixed times, to which the daylight saving policy applies. All others follow elapsed time. */
  readonly isFixedTime: boolean;

  constructor(
    readonly texts: CronTexts,
    values: CronValues,
  ) {
    this.seconds = new MinuteSet(values.seconds);
    this.minutes = new MinuteSet(values.minutes);
    this.hours = maskOf(values.hours);
    this.months = maskOf(values.months);
    this.days = values.days;
    this.firstTime = lowestBit(this.hours) * 3_600 + this.minutes.first * 60 + this.seconds.first;
    this.isFixedTime = ![texts.second, texts.minute, texts.hour].some((text) => text.startsWith('*'));
  }
}
