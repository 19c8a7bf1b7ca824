import { ScheduleInvalid } from '@scheduler/contracts';
import type { Recurrence } from './recurrence.js';

const SHORTEST = 1_000;
const LAST_INSTANT = 8_640_000_000_000_000;

/** `anchor + k × duration` for k = 0, 1, 2, …; it keeps the milliseconds of its anchor. */
export class EveryRecurrence implements Recurrence {
  constructor(
    private readonly anchor: number,
    private readonly duration: number,
  ) {
    checkDuration(duration);
  }

  next(after: Date): Date | null {
    const at = this.anchor + this.firstAfter(after.getTime()) * this.duration;
    return at <= LAST_INSTANT ? new Date(at) : null;
  }

  countBetween(from: Date, through: Date): number {
    return Math.max(0, this.firstAfter(through.getTime()) - this.firstAfter(from.getTime() - 1));
  }

  private firstAfter(milliseconds: number): number {
    return Math.max(0, Math.floor((milliseconds - this.anchor) / this.duration) + 1);
  }
}

/** Returns the duration, or throws ScheduleInvalid if it is invalid. */
export function checkDuration(duration: number): number {
  if (Number.isSafeInteger(duration) && duration >= SHORTEST) return duration;
  throw new ScheduleInvalid({
    field: 'trigger.durationMs',
    value: duration,
    problem: 'must be a whole number of milliseconds, at least one second',
    accepted: "1000 or more, such as '15m'",
  });
}
