import { ScheduleInvalid } from '@scheduler/contracts';
import { millisecondsOf } from '../local-time/instants.js';
import type { Recurrence, RecurrenceRequest } from './recurrence.js';

/** The instants with `startAt` ≤ instant ≤ `endAt`. The window only removes instants; it does not move them and is no anchor. */
export function withinWindow(recurrence: Recurrence, { startAt, endAt }: Window): Recurrence {
  if (startAt === null && endAt === null) return recurrence;
  const start = startAt === null ? -Infinity : millisecondsOf(startAt, 'startAt');
  const end = endAt === null ? Infinity : millisecondsOf(endAt, 'endAt');
  if (start > end) {
    throw new ScheduleInvalid({
      field: 'endAt',
      value: endAt,
      problem: 'lies before startAt',
      accepted: 'an instant that is not before startAt',
    });
  }
  return new WindowRecurrence(recurrence, start, end);
}

type Window = Pick<RecurrenceRequest, 'startAt' | 'endAt'>;

class WindowRecurrence implements Recurrence {
  readonly countBetween: Recurrence['countBetween'];

  constructor(
    private readonly inner: Recurrence,
    private readonly start: number,
    private readonly end: number,
  ) {
    this.countBetween = inner.countBetween && ((from, through) => this.countInside(from, through));
  }

  next(after: Date): Date | null {
    const found = this.inner.next(after.getTime() < this.start ? new Date(this.start - 1) : after);
    return found !== null && found.getTime() <= this.end ? found : null;
  }

  private countInside(from: Date, through: Date): number {
    const first = Math.max(from.getTime(), this.start);
    const last = Math.min(through.getTime(), this.end);
    return first > last ? 0 : (this.inner.countBetween?.(new Date(first), new Date(last)) ?? 0);
  }
}
