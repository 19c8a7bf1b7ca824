import { dayNumberAt, SECONDS_PER_DAY, weekdayOf } from '../local-time/local-calendar.js';

/** A range of seconds of a day. `to` is not included. */
export interface HourRange {
  readonly from: number;
  readonly to: number;
}

/** The excluded hours of a week. */
export class HoursOff {
  /** The ranges of each weekday, where index 0 is Sunday: sorted, with a gap between any two. */
  private readonly ranges: readonly (readonly HourRange[])[];

  constructor(ranges: readonly (readonly HourRange[])[]) {
    this.ranges = ranges.map(merged);
  }

  /** The end of the excluded hours that a local time lies in. Null: it is not excluded. */
  endAt(local: number): number | null {
    const midnight = dayNumberAt(local) * SECONDS_PER_DAY;
    const range = this.rangesOn(local).find(
      ({ from, to }) => local >= midnight + from && local < midnight + to,
    );
    return range === undefined ? null : midnight + range.to;
  }

  /** Where the next excluded hours of the same day begin, or the day ends. */
  nextStart(local: number): number {
    const midnight = dayNumberAt(local) * SECONDS_PER_DAY;
    const range = this.rangesOn(local).find(({ from }) => midnight + from > local);
    return midnight + (range?.from ?? SECONDS_PER_DAY);
  }

  private rangesOn(local: number): readonly HourRange[] {
    return this.ranges[weekdayOf(dayNumberAt(local))] ?? [];
  }
}

function merged(ranges: readonly HourRange[]): readonly HourRange[] {
  const sorted = [...ranges].sort((one, other) => one.from - other.from);
  const result: HourRange[] = [];
  for (const range of sorted) {
    const last = result.at(-1);
    if (last === undefined || range.from > last.to) result.push(range);
    else result[result.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
  }
  return result;
}
