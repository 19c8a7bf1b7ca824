import { type CalendarTrigger, ScheduleInvalid } from '@scheduler/contracts';
import { checkDstPolicy } from '../instants/check-dst-policy.js';
import { dayNumberAt, SECONDS_PER_DAY } from '../local-time/local-calendar.js';
import type { ZoneTimeline } from '../zone/zone-timeline.js';
import type { LocalPattern } from '../instants/zoned-recurrence.js';
import { calendarDays } from './calendar-days.js';
import { CalendarTimes } from './calendar-times.js';
import { checkCalendar } from './check-calendar.js';

/** Compiles a calendar trigger. `anchor` is in milliseconds. */
export function compileCalendar(
  trigger: CalendarTrigger,
  anchor: number,
  timeline: ZoneTimeline,
): LocalPattern {
  const time = checkCalendar(trigger);
  const changes = checkDstPolicy(trigger.dst);
  const anchorSecond = Math.floor(anchor / 1_000);
  const anchorDay = dayNumberAt(anchorSecond + timeline.spanAt(anchorSecond).offset);
  const times = new CalendarTimes(calendarDays(trigger, anchorDay), time);
  if (times.atOrAfter(anchorDay * SECONDS_PER_DAY) === Infinity) {
    throw new ScheduleInvalid({
      field: 'trigger.dayOfMonth',
      value: trigger.dayOfMonth,
      problem: 'is a day that does not exist in any month of the trigger',
      accepted: "a day that occurs, or overflow 'clamp' for the last day of a shorter month",
    });
  }
  return { times, changes };
}
