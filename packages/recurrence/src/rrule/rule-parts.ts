import { dayNumberOf, lengthOfMonth, SECONDS_PER_DAY } from '../local-time/local-calendar.js';
import type { RuleWeekday, Until } from './recurrence-rule.js';
import { refuseRule } from './rule-refusal.js';

/** The range of a list of numbers. With `fromEnd`, negative numbers of the same range count from the end. */
export interface NumberRange {
  readonly low: number;
  readonly high: number;
  readonly fromEnd: boolean;
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const WEEKDAY_RULE = `${WEEKDAYS.join(', ')}; with FREQ=MONTHLY or YEARLY also with a number, such as 1MO or -1FR`;

/** One part of a rule, `NAME=VALUE`. It knows the whole rule for its error messages. */
export class RulePart {
  constructor(
    readonly name: string,
    readonly text: string,
    private readonly rule: string,
  ) {}

  /** One number from 1 to `highest`. */
  integer(highest: number): number {
    const value = /^[0-9]{1,6}$/.test(this.text) ? Number(this.text) : 0;
    if (value >= 1 && value <= highest) return value;
    throw this.refuse(`${JSON.stringify(this.text)} is out of range`, `a whole number from 1 to ${highest}`);
  }

  numbers({ low, high, fromEnd }: NumberRange): readonly number[] {
    const accepted = `${low} to ${high}${fromEnd ? `, or -${high} to -${low}` : ''}`;
    const values = this.items(accepted).map((item) => {
      if (!/^[+-]?[0-9]{1,3}$/.test(item))
        throw this.refuse(`${JSON.stringify(item)} is not a number`, accepted);
      const value = Number(item);
      const size = fromEnd ? Math.abs(value) : value;
      if (size < low || size > high) throw this.refuse(`${JSON.stringify(item)} is out of range`, accepted);
      return value;
    });
    return [...new Set(values)].sort((one, other) => one - other);
  }

  weekdays(): readonly RuleWeekday[] {
    return this.items(WEEKDAY_RULE).map((item) => {
      const [, number, day = ''] = /^([+-]?[0-9]{1,2})?([A-Z]{2})$/.exec(item) ?? [];
      const weekday = WEEKDAYS.indexOf(day);
      if (weekday < 0) throw this.refuse(`${JSON.stringify(item)} is not a weekday`, WEEKDAY_RULE);
      const nth = Number(number ?? 0);
      if (number !== undefined && (nth === 0 || Math.abs(nth) > 53)) {
        throw this.refuse(`${JSON.stringify(item)} is out of range`, 'a number from 1 to 53 or -53 to -1');
      }
      return { weekday, nth };
    });
  }

  weekday(): number {
    const weekday = WEEKDAYS.indexOf(this.text);
    if (weekday < 0) throw this.refuse(`${JSON.stringify(this.text)} is not a weekday`, WEEKDAYS.join(', '));
    return weekday;
  }

  /** The end of the rule. A date without a time means the end of that day. */
  until(): Until {
    const match = /^(\d{4})(\d{2})(\d{2})(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d)(Z)?)?$/.exec(this.text);
    const accepted = 'YYYYMMDD, YYYYMMDDTHHMMSS in local time or YYYYMMDDTHHMMSSZ in UTC';
    if (match === null) throw this.refuse(`${JSON.stringify(this.text)} is not a date`, accepted);
    const [year = 0, month = 0, day = 0] = match.slice(1, 4).map(Number);
    if (month < 1 || month > 12 || day < 1 || day > lengthOfMonth(year, month)) {
      throw this.refuse(`${JSON.stringify(this.text)} does not exist in the calendar`, accepted);
    }
    const midnight = dayNumberOf(year, month, day) * SECONDS_PER_DAY;
    if (match[4] === undefined) return { second: midnight + SECONDS_PER_DAY - 1, inUtc: false };
    const [hour = 0, minute = 0, second = 0] = match.slice(4, 7).map(Number);
    return { second: midnight + hour * 3_600 + minute * 60 + second, inUtc: match[7] === 'Z' };
  }

  refuse(problem: string, accepted?: string): Error {
    return refuseRule(this.rule, `${this.name}: ${problem}`, accepted && `for ${this.name}: ${accepted}`);
  }

  private items(accepted: string): readonly string[] {
    const items = this.text.split(',');
    if (items.includes('')) throw this.refuse('has an empty part', accepted);
    return items;
  }
}
