import { SECONDS_PER_DAY } from '../local-time/local-calendar.js';
import type { LocalTimes } from '../local-time/local-times.js';
import type { HoursOff } from './hours-off.js';
import { MOST_JUMPS } from './most-jumps.js';

/** Local times without those in excluded hours. It is applied before times are moved, because an excluded time is not moved. */
export class SkippedHourTimes implements LocalTimes {
  private readonly perSecond: number;

  constructor(
    private readonly inner: LocalTimes,
    private readonly hours: HoursOff,
    dayLength: number,
  ) {
    this.perSecond = dayLength / SECONDS_PER_DAY;
  }

  atOrAfter(local: number): number {
    let from = local;
    for (let jumps = 0; jumps < MOST_JUMPS; jumps += 1) {
      const found = this.inner.atOrAfter(from);
      if (found === Infinity) return Infinity;
      const end = this.hours.endAt(found / this.perSecond);
      if (end === null) return found;
      from = end * this.perSecond;
    }
    return Infinity;
  }
}
