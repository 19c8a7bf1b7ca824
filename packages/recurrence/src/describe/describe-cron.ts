import type { CronTrigger } from '@scheduler/contracts';
import type { Shared } from '../trigger/compile-trigger.js';
import { checkExpressions } from '../cron/compile-cron.js';
import type { CronExpression } from '../cron/cron-expression.js';
import { describeDays, isEveryDay } from './describe-days.js';
import { describeTime, hasAllHours, isEveryFewHours } from './describe-time.js';

/** `at 09:00 on weekdays, Europe/Berlin` */
export function describeCron(trigger: CronTrigger, { parser, zones }: Shared): string {
  const expressions = checkExpressions(trigger).map((text) => parser.parse(text));
  const zone = zones.get(trigger.zone).name;
  const suffix = expressions.some((expression) => dependsOnZone(expression, zone)) ? `, ${zone}` : '';
  return `${expressions.map(describeExpression).join('; and ')}${suffix}`;
}

function describeExpression(expression: CronExpression): string {
  const time = describeTime(expression);
  if (!isEveryDay(expression)) return `${time} ${describeDays(expression)}`;
  return time.startsWith('every ') || hasAllHours(expression) ? time : `${time} every day`;
}

/** Whether the zone has to be named: `every 15 minutes` is the same in every zone, `every 6 hours` is not, and for it UTC is not mentioned. */
function dependsOnZone(expression: CronExpression, zone: string): boolean {
  if (!isEveryDay(expression)) return true;
  if (hasAllHours(expression)) return false;
  return zone !== 'UTC' || !isEveryFewHours(expression);
}
