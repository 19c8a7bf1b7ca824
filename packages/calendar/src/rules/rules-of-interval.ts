import type { EveryTrigger } from '@scheduler/contracts';
import { type CalendarRule, ruleText } from './calendar-rule.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Daily rules in UTC, where elapsed time and the clock agree: one for an interval of whole days, several for one that divides a day into
 * whole hours. Null: calendars know no such rule, or the job runs too often.
 */
export function rulesOfInterval(
  { durationMs, anchor }: EveryTrigger,
  jobAnchor: Date,
): CalendarRule[] | null {
  const start = (anchor ?? jobAnchor).getTime();
  if (durationMs % DAY === 0) return [daily(durationMs / DAY, start)];
  if (durationMs % HOUR !== 0 || DAY % durationMs !== 0) return null;
  return Array.from({ length: DAY / durationMs }, (_, index) => daily(1, start + index * durationMs));
}

function daily(interval: number, start: number): CalendarRule {
  const rule = ruleText([
    ['FREQ', 'DAILY'],
    ['INTERVAL', interval],
  ]);
  return { rule, zone: 'UTC', start };
}
