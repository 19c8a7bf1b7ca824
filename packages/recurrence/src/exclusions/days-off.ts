import { weekdayOf } from '../local-time/local-calendar.js';

export type DayOffReason = 'excluded date' | 'holiday' | 'weekend';

export interface DaysOffRule {
  /** Day numbers. */
  readonly dates: ReadonlySet<number>;
  readonly holidays: ReadonlySet<number>;
  /** Bit w stands for weekday w, 0 is Sunday. */
  readonly weekend: number;
}

const WHOLE_WEEK = 127;
// Somebody who is away for longer than ten years does not come back.
const LONGEST_BREAK = 3_660;

/** Which days are worked on. */
export class DaysOff {
  constructor(private readonly rule: DaysOffRule) {}

  /** Null: it is a working day. */
  reasonOf(day: number): DayOffReason | null {
    const { dates, holidays, weekend } = this.rule;
    if (dates.has(day)) return 'excluded date';
    if (holidays.has(day)) return 'holiday';
    return ((weekend >> weekdayOf(day)) & 1) === 1 ? 'weekend' : null;
  }

  /** The first working day that is not before a day; Infinity: there is none. */
  workingDayFrom(day: number): number {
    return this.nearest(day, 1);
  }

  /** The last working day that is not after a day; -Infinity: there is none. */
  workingDayUpTo(day: number): number {
    return this.nearest(day, -1);
  }

  private nearest(day: number, step: 1 | -1): number {
    if (this.rule.weekend === WHOLE_WEEK) return step * Infinity;
    for (let distance = 0; distance <= LONGEST_BREAK; distance += 1) {
      const candidate = day + step * distance;
      if (this.reasonOf(candidate) === null) return candidate;
    }
    return step * Infinity;
  }
}
