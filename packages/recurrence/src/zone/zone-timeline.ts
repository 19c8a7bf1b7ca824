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
const FIRST_SECOND = startOfYear(FIRST_YEAR);

/**
 * Finds the changes of a year by sampling the offset and bisecting, and no further than it is asked: the first question in a process about a
 * zone mostly concerns a few weeks.
 */
export class SampledTimeline implements ZoneTimeline {
  private readonly years = new Map<number, SampledYear>();
  private latest: OffsetSpan | null = null;

  constructor(private readonly offsetAt: OffsetReader) {}

  spanAt(second: number): OffsetSpan {
    const { latest } = this;
    if (latest !== null && second >= latest.start && second < latest.end) return latest;
    return (this.latest = this.find(second));
  }

  private find(second: number): OffsetSpan {
    if (second < FIRST_SECOND) return this.beginning();
    const year = yearOf(dateOfDay(dayNumberAt(second)));
    if (year <= LAST_SAMPLED_YEAR) return this.sampled(year).spanAt(second);
    const model = yearLike(year);
    const shift = startOfYear(year) - startOfYear(model);
    const span = this.sampled(model).spanAt(second - shift);
    return { ...span, start: span.start + shift, end: span.end + shift };
  }

  private sampled(year: number): SampledYear {
    const known = this.years.get(year);
    if (known !== undefined) return known;
    const sampled = new SampledYear(this.offsetAt, startOfYear(year), startOfYear(year + 1));
    if (this.years.size >= KEPT_YEARS) this.years.clear();
    this.years.set(year, sampled);
    return sampled;
  }

  private beginning(): OffsetSpan {
    const offset = this.offsetAt(FIRST_SECOND - 1);
    const after = this.offsetAt(FIRST_SECOND);
    return { start: -Infinity, end: FIRST_SECOND, before: offset, offset, after };
  }
}

/** The spans of a year, of which only those up to the latest second that was asked for have been looked for. */
class SampledYear {
  private readonly found: OffsetSpan[] = [];
  private readonly spans: Iterator<OffsetSpan, OffsetSpan>;

  constructor(offsetAt: OffsetReader, from: number, to: number) {
    this.spans = sampleSpans(offsetAt, from, to);
  }

  /** The span around a second of this year. */
  spanAt(second: number): OffsetSpan {
    for (const span of this.found) if (second < span.end) return span;
    for (;;) {
      const { value: span } = this.spans.next();
      this.found.push(span);
      if (second < span.end) return span;
    }
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

/** Yields the spans of a year one after the other, and returns the last one. */
function* sampleSpans(
  offsetAt: OffsetReader,
  from: number,
  to: number,
): Generator<OffsetSpan, OffsetSpan, undefined> {
  let start = from;
  let before = offsetAt(from - 1);
  let offset = offsetAt(from);
  for (let low = from; low < to; low += SAMPLE_STEP) {
    const high = Math.min(low + SAMPLE_STEP, to);
    const after = offsetAt(high);
    if (after === offset) continue;
    const change = firstSecondWith({ offsetAt, low, high, offset });
    if (change === to) continue;
    yield { start, end: change, before, offset, after };
    start = change;
    before = offset;
    offset = after;
  }
  return { start, end: to, before, offset, after: offsetAt(to) };
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
