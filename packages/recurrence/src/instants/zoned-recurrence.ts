import type { DstPolicy } from '@scheduler/contracts';
import { instantOf, secondAfter } from '../local-time/instants.js';
import { LAST_SECOND, SECONDS_PER_DAY } from '../local-time/local-calendar.js';
import type { LocalTimes } from '../local-time/local-times.js';
import type { Recurrence } from './recurrence.js';
import type { OffsetSpan, ZoneTimeline } from '../zone/zone-timeline.js';

const LONGEST_GAP = 3 * 3_600;
const FAR = 2 * SECONDS_PER_DAY;
// A pattern that falls into a gap in every year of the Gregorian cycle always does. A year has up to three spans.
const MOST_SPANS = 3 * 400;

/** The daylight saving policy of fixed times. Null: every instant whose local reading matches counts. */
export type Changes = DstPolicy | null;

/** Local times with their daylight saving policy, before a zone is applied. */
export interface LocalPattern {
  readonly times: LocalTimes;
  /** The times while the zone has an offset, for a pattern that counts elapsed time: its readings move when the clocks do. Missing: `times` at every offset. */
  readonly timesAt?: (offset: number) => LocalTimes;
  readonly changes: Changes;
}

/**
 * The instants of local times in a zone. Each span with one offset covers a range of local readings, from
 * `firstReading` to `endReading`. Gaps and repeats only change where these ranges begin and end, so that a result
 * does not depend on where the search begins.
 */
export class ZonedRecurrence implements Recurrence {
  readonly countBetween?: Recurrence['countBetween'];

  constructor(
    private readonly pattern: LocalPattern,
    readonly timeline: ZoneTimeline,
  ) {
    if (pattern.times.countBetween !== undefined)
      this.countBetween = (from, through) => this.count(from, through);
  }

  get changes(): Changes {
    return this.pattern.changes;
  }

  /** The local times while the zone has this offset. */
  timesAt(offset: number): LocalTimes {
    const { times, timesAt } = this.pattern;
    return timesAt === undefined ? times : timesAt(offset);
  }

  next(after: Date): Date | null {
    return instantOf(this.atOrAfter(secondAfter(after)));
  }

  /** The first instant that is not before `second`. Infinity: there is none. */
  atOrAfter(second: number): number {
    const { changes, timesAt } = this.pattern;
    const isSameAtAllOffsets = timesAt === undefined;
    for (let spans = 0; spans < MOST_SPANS && second <= LAST_SECOND; spans += 1) {
      const span = this.timeline.spanAt(second);
      const first = firstReading(span, changes);
      const reading = second === span.start ? first : Math.max(first, second + span.offset);
      const local = this.timesAt(span.offset).atOrAfter(reading);
      // A local time inside the gap before the span runs at the first instant after the gap.
      if (local < endReading(span, changes)) return Math.max(span.start, local - span.offset);
      // Two days later no repeated hour can show a time before `reading`, so that everything before `local` can be skipped.
      const isSkippable = isSameAtAllOffsets && span.end - second > FAR;
      second = isSkippable ? Math.max(span.end, local - FAR) : span.end;
    }
    return Infinity;
  }

  private count(from: Date, through: Date): number {
    const last = Math.floor(through.getTime() / 1_000);
    let count = 0;
    for (let second = Math.ceil(from.getTime() / 1_000); second <= last;) {
      const span = this.timeline.spanAt(second);
      const times = this.timesAt(span.offset);
      const countTimes: CountTimes = (first, end) => times.countBetween?.(first, end) ?? 0;
      count += countInSpan(countTimes, this.changes, { span, from: second, through: last });
      second = span.end;
    }
    return count;
  }
}

type CountTimes = (from: number, to: number) => number;

/** Counts the instants of a span between two seconds, both included. `from` lies in the span. */
function countInSpan(
  countTimes: CountTimes,
  changes: Changes,
  range: { readonly span: OffsetSpan; readonly from: number; readonly through: number },
): number {
  const { span, from, through } = range;
  const { start, offset } = span;
  const end = Math.min(endReading(span, changes), through + 1 + offset);
  if (from > start) return countTimes(Math.max(firstReading(span, changes), from + offset), end);
  // All local times of the gap run once, at the start of the span.
  const first = firstReading(span, changes);
  const atStart = first <= start + offset && countTimes(first, start + offset + 1) > 0 ? 1 : 0;
  return atStart + countTimes(Math.max(first, start + offset + 1), end);
}

/** The first local reading that belongs to a span. */
export function firstReading(span: OffsetSpan, changes: Changes): number {
  const { start, before, offset } = span;
  if (changes === null || before === offset) return start + offset;
  const reachesBack = before > offset ? changes.repeat === 'first' : runsAfterGap(span, changes);
  return reachesBack ? start + before : start + offset;
}

/** The first local reading that no longer belongs to a span. */
export function endReading({ end, offset, after }: OffsetSpan, changes: Changes): number {
  return changes !== null && changes.repeat === 'last' && after < offset ? end + after : end + offset;
}

/** Whether the fixed times of the gap before a span run at its start. Those of a whole calendar day that a zone skipped do not. */
export function runsAfterGap({ before, offset }: OffsetSpan, { gap }: DstPolicy): boolean {
  return gap === 'after' && before < offset && offset - before <= LONGEST_GAP;
}
