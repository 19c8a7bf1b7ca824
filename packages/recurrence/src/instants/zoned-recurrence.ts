import type { DstPolicy } from '@scheduler/contracts';
import { instantOf, secondAfter } from '../local-time/instants.js';
import { LAST_SECOND, SECONDS_PER_DAY } from '../local-time/local-calendar.js';
import type { LocalTimes } from '../local-time/local-times.js';
import type { Recurrence } from './recurrence.js';
import type { OffsetSpan, ZoneTimeline } from '../zone/zone-timeline.js';

const LONGEST_GAP = 3 * 3_600;
const FAR = 2 * SECONDS_PER_DAY;
// A pattern that falls into a gap in every year of the Gregorian cycle always does: three spans for each of them.
const MOST_SPANS = 3 * 400;

/** Fixed times obey a policy where daylight saving changes; `null`: every real instant whose local reading matches. */
export type Changes = DstPolicy | null;

/** Local times with what daylight saving means to them, before a zone is known. */
export interface LocalPattern {
  readonly times: LocalTimes;
  readonly changes: Changes;
}

/**
 * The instants of local times in a zone. Each stretch with one offset answers for a range of local readings, from
 * `firstReading` to `endReading`; gaps and repeats are a matter of where these ranges begin and end, so an answer
 * cannot depend on where the search begins.
 */
export class ZonedRecurrence implements Recurrence {
  readonly countBetween: Recurrence['countBetween'];

  constructor(
    readonly times: LocalTimes,
    readonly timeline: ZoneTimeline,
    readonly changes: Changes,
  ) {
    const { countBetween } = times;
    this.countBetween =
      countBetween && ((from, through) => this.count(from, through, countBetween.bind(times)));
  }

  next(after: Date): Date | null {
    return instantOf(this.atOrAfter(secondAfter(after)));
  }

  /** The first instant that is not before `second`; Infinity: there is none. */
  atOrAfter(second: number): number {
    for (let spans = 0; spans < MOST_SPANS && second <= LAST_SECOND; spans += 1) {
      const span = this.timeline.spanAt(second);
      const first = firstReading(span, this.changes);
      const reading = second === span.start ? first : Math.max(first, second + span.offset);
      const local = this.times.atOrAfter(reading);
      // A reading from inside the gap before the span runs at the first instant after it.
      if (local < endReading(span, this.changes)) return Math.max(span.start, local - span.offset);
      // Two days from here no repeated hour can read earlier than `reading`, so all before `local` can be passed over.
      second = span.end - second > FAR ? Math.max(span.end, local - FAR) : span.end;
    }
    return Infinity;
  }

  private count(from: Date, through: Date, countTimes: CountTimes): number {
    const last = Math.floor(through.getTime() / 1_000);
    let count = 0;
    for (let second = Math.ceil(from.getTime() / 1_000); second <= last;) {
      const span = this.timeline.spanAt(second);
      count += countInSpan(countTimes, this.changes, { span, from: second, through: last });
      second = span.end;
    }
    return count;
  }
}

type CountTimes = (from: number, to: number) => number;

/** The instants from one second through another that a span answers for; `from` lies in it. */
function countInSpan(
  countTimes: CountTimes,
  changes: Changes,
  range: { readonly span: OffsetSpan; readonly from: number; readonly through: number },
): number {
  const { span, from, through } = range;
  const { start, offset } = span;
  const end = Math.min(endReading(span, changes), through + 1 + offset);
  if (from > start) return countTimes(Math.max(firstReading(span, changes), from + offset), end);
  // All readings of the gap run together, at the start of the span.
  const first = firstReading(span, changes);
  const atStart = first <= start + offset && countTimes(first, start + offset + 1) > 0 ? 1 : 0;
  return atStart + countTimes(Math.max(first, start + offset + 1), end);
}

/** The first local reading that a span answers for. */
export function firstReading(span: OffsetSpan, changes: Changes): number {
  const { start, before, offset } = span;
  if (changes === null || before === offset) return start + offset;
  const reachesBack = before > offset ? changes.repeat === 'first' : isMadeUp(span, changes);
  return reachesBack ? start + before : start + offset;
}

/** The first local reading after it. */
export function endReading({ end, offset, after }: OffsetSpan, changes: Changes): number {
  return changes !== null && changes.repeat === 'last' && after < offset ? end + after : end + offset;
}

/** Whether the fixed times of the gap before a span run at its start. A calendar day that a zone skipped is not made up. */
export function isMadeUp({ before, offset }: OffsetSpan, { gap }: DstPolicy): boolean {
  return gap === 'after' && before < offset && offset - before <= LONGEST_GAP;
}
