import { weekdayOf } from '../local-time/local-calendar.js';

export type DayOffReason = 'excluded date' | 'holiday' | 'weekend';

export interface DaysOffRule {
  /** The excluded dates as day numbers. */
  readonly dates: ReadonlySet<number>;
  readonly holidays: ReadonlySet<number>;
  /** A mask in which bit w stands for weekday w; 0 is Sunday. */
  readonly weekend: number;
}

const WHOLE_WEEK = 127;
// Days off in a row that last longer than ten years are taken to have no end, so that a search ends.
const MAX_DAYS_OFF_IN_A_ROW = 3_660;

/** Decides which days are working days. */
export class DaysOff {
  constructor(private readonly rule: DaysOffRule) {}

  /** Why a day is off. Null: it is a working day. */
  reasonOf(day: number): DayOffReason | null {
    const { dates, holidays, weekend } = this.rule;
    if (dates.has(day)) return 'excluded date';
    if (holidays.has(day)) return 'holiday';
    return ((weekend >> weekdayOf(day)) & 1) === 1 ? 'weekend' : null;
  }

  /** The first working day that is not before `day`. Infinity: there is none. */
  workingDayFrom(day: number): number {
    return this.nearest(day, 1);
  }

  /** The last working day that is not after `day`. -Infinity: there is none. */
  workingDayUpTo(day: number): number {
    return this.nearest(day, -1);
  }

  private nearest(day: number, step: 1 | -1): number {
    if (this.rule.weekend === WHOLE_WEEK) return step * Infinity;
    for (let distance = 0; distance <= MAX_DAYS_OFF_IN_A_ROW; distance += 1) {
      const candidate = day + step * distance;
      if (this.reasonOf(candidate) === null) return candidate;
    }
    return step * Infinity;
  }
}
