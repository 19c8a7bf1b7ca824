import type { CronTrigger } from '@scheduler/contracts';
import type { Shared } from '../trigger/compile-trigger.js';
import { checkExpressions } from '../cron/compile-cron.js';
import type { CronExpression } from '../cron/cron-expression.js';
import { describeDays, isEveryDay } from './describe-days.js';
import { describeTime, isEveryFewHours, isEveryHour, isEveryMinute } from './describe-time.js';
import type { Zone } from '../zone/zone.js';
import type { ZoneTimeline } from '../zone/zone-timeline.js';

/** `at 09:00 on weekdays, Europe/Berlin` */
export function describeCron(trigger: CronTrigger, { parser, zones }: Shared): string {
  const expressions = checkExpressions(trigger).map((text) => parser.parse(text));
  const zone = zones.get(trigger.zone);
  const isNamed = expressions.some((expression) => dependsOnZone(expression, zone));
  const suffix = isNamed ? `, ${zone.name}` : '';
  return `${expressions.map(describeExpression).join('; and ')}${suffix}`;
}

function describeExpression(expression: CronExpression): string {
  const time = describeTime(expression);
  if (!isEveryDay(expression)) return `${time} ${describeDays(expression)}`;
  return time.startsWith('every ') || isEveryHour(expression) ? time : `${time} every day`;
}

/**
 * Whether the zone has to be named. `every minute` is the same in every zone, and `every 15 minutes` in every zone that is whole hours
 * away from UTC; `every 6 hours` is not, and for it UTC is not mentioned.
 */
function dependsOnZone(expression: CronExpression, { name, timeline }: Zone): boolean {
  if (!isEveryDay(expression)) return true;
  if (isEveryHour(expression)) return !isEveryMinute(expression) && !isWholeHoursFromUtc(timeline);
  return name !== 'UTC' || !isEveryFewHours(expression);
}

const WINTER = Date.UTC(2027, 0, 1) / 1_000;
const SUMMER = Date.UTC(2027, 6, 1) / 1_000;

function isWholeHoursFromUtc(timeline: ZoneTimeline): boolean {
  return [WINTER, SUMMER].every((second) => timeline.spanAt(second).offset % 3_600 === 0);
}
