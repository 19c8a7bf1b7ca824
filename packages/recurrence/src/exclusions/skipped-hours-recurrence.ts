import type { Recurrence } from '../instants/recurrence.js';
import type { ZoneTimeline } from '../zone/zone-timeline.js';
import type { HoursOff } from './hours-off.js';
import { MOST_JUMPS } from './most-jumps.js';

/** Instants without those in excluded hours, by what the clock really shows after a gap or a move. */
export class SkippedHoursRecurrence implements Recurrence {
  readonly countBetween: Recurrence['countBetween'];

  constructor(
    private readonly inner: Recurrence,
    private readonly hours: HoursOff,
    private readonly timeline: ZoneTimeline,
  ) {
    const { countBetween } = inner;
    this.countBetween =
      countBetween && ((from, through) => this.count(from, through, countBetween.bind(inner)));
  }

  next(after: Date): Date | null {
    let from = after;
    for (let jumps = 0; jumps < MOST_JUMPS; jumps += 1) {
      const found = this.inner.next(from);
      if (found === null) return null;
      const { isOff, end } = this.stretchAt(Math.floor(found.getTime() / 1_000));
      if (!isOff) return found;
      from = new Date(end * 1_000 - 1);
    }
    return null;
  }

  private count(from: Date, through: Date, countInstants: (from: Date, through: Date) => number): number {
    let count = 0;
    for (let at = from.getTime(); at <= through.getTime();) {
      const { isOff, end } = this.stretchAt(Math.floor(at / 1_000));
      const last = Math.min(end * 1_000 - 1, through.getTime());
      if (!isOff) count += countInstants(new Date(at), new Date(last));
      at = last + 1;
    }
    return count;
  }

  /** The stretch of time that begins at a second and is excluded as a whole or not at all. */
  private stretchAt(second: number): { readonly isOff: boolean; readonly end: number } {
    const span = this.timeline.spanAt(second);
    const local = second + span.offset;
    const off = this.hours.endAt(local);
    const end = (off ?? this.hours.nextStart(local)) - span.offset;
    return { isOff: off !== null, end: Math.min(end, span.end) };
  }
}
