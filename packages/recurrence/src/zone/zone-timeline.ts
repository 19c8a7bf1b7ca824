import {
  dateOfDay,
  dayNumberAt,
  dayNumberOf,
  isLeapYear,
  SECONDS_PER_DAY,
  weekdayOf,
  yearOf,
} from '../local-time/local-calendar.js';

/** A span of time with one offset. `before` and `after` are the offsets around it, which are equal to it where nothing changes. */
export interface OffsetSpan {
  /** The first second of the span, in UTC. */
  readonly start: number;
  /** The first second after the span. */
  readonly end: number;
  readonly before: number;
  /** The seconds to add to UTC for the local reading. */
  readonly offset: number;
  readonly after: number;
}

/** When a zone changes its offset. */
export interface ZoneTimeline {
  spanAt(second: number): OffsetSpan;
}

export const UTC_TIMELINE: ZoneTimeline = (() => {
  const always = { start: -Infinity, end: Infinity, before: 0, offset: 0, after: 0 };
  return { spanAt: () => always };
})();

export type OffsetReader = (second: number) => number;

// The shortest time between two changes in the tz database is four days (Freetown 1939), the next one seven.
const SAMPLE_STEP = 3 * SECONDS_PER_DAY;

// Before the first year zones have local mean time. After the last one, years with the same calendar have the same changes.
const FIRST_YEAR = 1850;
const LAST_SAMPLED_YEAR = 2100;
const KEPT_YEARS = 512;

/** Finds the changes of a year on first use, by sampling the offset and bisecting. */
export class SampledTimeline implements ZoneTimeline {
  private readonly years = new Map<number, readonly OffsetSpan[]>();
  private readonly beginning: OffsetSpan;
  private latest: OffsetSpan;

  constructor(private readonly offsetAt: OffsetReader) {
    const firstSecond = startOfYear(FIRST_YEAR);
    const offset = offsetAt(firstSecond - 1);
    this.beginning = {
      start: -Infinity,
      end: firstSecond,
      before: offset,
      offset,
      after: offsetAt(firstSecond),
    };
    this.latest = this.beginning;
  }

  spanAt(second: number): OffsetSpan {
    const { latest } = this;
    if (second >= latest.start && second < latest.end) return latest;
    return (this.latest = this.find(second));
  }

  private find(second: number): OffsetSpan {
    if (second < this.beginning.end) return this.beginning;
    const year = yearOf(dateOfDay(dayNumberAt(second)));
    const spans = this.years.get(year) ?? this.keep(year);
    for (const span of spans) if (second < span.end) return span;
    return this.beginning;
  }

  private keep(year: number): readonly OffsetSpan[] {
    const spans = this.spansOf(year);
    if (this.years.size >= KEPT_YEARS) this.years.clear();
    this.years.set(year, spans);
    return spans;
  }

  private spansOf(year: number): readonly OffsetSpan[] {
    const model = year <= LAST_SAMPLED_YEAR ? year : yearLike(year);
    if (model === year) return sampleSpans(this.offsetAt, startOfYear(year), startOfYear(year + 1));
    const spans = this.years.get(model) ?? this.keep(model);
    const shift = startOfYear(year) - startOfYear(model);
    return spans.map((span) => ({ ...span, start: span.start + shift, end: span.end + shift }));
  }
}

function startOfYear(year: number): number {
  return dayNumberOf(year, 1, 1) * SECONDS_PER_DAY;
}

/** The first year after the sampled ones with the same calendar. Any 28 years without an omitted leap day have all 14 calendars. */
function yearLike(year: number): number {
  const firstWeekday = weekdayOf(dayNumberOf(year, 1, 1));
  let model = LAST_SAMPLED_YEAR + 1;
  while (isLeapYear(model) !== isLeapYear(year) || weekdayOf(dayNumberOf(model, 1, 1)) !== firstWeekday)
    model += 1;
  return model;
}

function sampleSpans(offsetAt: OffsetReader, from: number, to: number): readonly OffsetSpan[] {
  const spans: OffsetSpan[] = [];
  let start = from;
  let before = offsetAt(from - 1);
  let offset = offsetAt(from);
  for (let low = from; low < to; low += SAMPLE_STEP) {
    const high = Math.min(low + SAMPLE_STEP, to);
    const after = offsetAt(high);
    if (after === offset) continue;
    const change = firstSecondWith({ offsetAt, low, high, offset });
    if (change === to) continue;
    spans.push({ start, end: change, before, offset, after });
    start = change;
    before = offset;
    offset = after;
  }
  spans.push({ start, end: to, before, offset, after: offsetAt(to) });
  return spans;
}

interface Search {
  readonly offsetAt: OffsetReader;
  readonly low: number;
  readonly high: number;
  readonly offset: number;
}

function firstSecondWith({ offsetAt, low, high, offset }: Search): number {
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}
