import type { Trigger } from '@scheduler/contracts';
import { type Shared, unknownKind } from '../trigger/compile-trigger.js';
import { checkDuration } from '../instants/every-recurrence.js';
import { millisecondsOf } from '../local-time/instants.js';
import { describeCalendar } from './describe-calendar.js';
import { describeRule } from './describe-rule.js';
import { describeCronModule } from './lazy.js';
import { count, every } from './words.js';

/** Describes a trigger in a few words of plain English. Throws ScheduleInvalid for an invalid trigger. */
export function describeTrigger(trigger: Trigger, shared: Shared): string {
  switch (trigger.kind) {
    case 'once':
      return `once at ${describeInstant(millisecondsOf(trigger.at, 'trigger.at'))}`;
    case 'now':
      return 'once, immediately';
    case 'every':
      return describeDuration(checkDuration(trigger.durationMs));
    case 'cron':
      return describeCronModule().describeCron(trigger, shared);
    case 'calendar':
      return describeCalendar(trigger, shared);
    case 'rrule':
      return describeRule(trigger, shared);
    case 'event':
      return `whenever the event ${JSON.stringify(trigger.name)} is published${trigger.allTenants === true ? ' for any tenant' : ''}`;
    case 'reboot':
      return trigger.scope === 'cluster' ? 'whenever the cluster starts' : 'whenever a node starts';
    default:
      throw unknownKind(trigger);
  }
}

/** `2030-01-01 00:00:00 UTC` */
function describeInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('T', ' ').replace('.000', '').replace('Z', ' UTC');
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
  ['millisecond', 1],
] as const;

/** `every 5 minutes`, `every 1 hour 30 minutes` */
function describeDuration(milliseconds: number): string {
  const parts: { amount: number; unit: string }[] = [];
  let rest = milliseconds;
  for (const [unit, length] of UNITS) {
    const amount = Math.floor(rest / length);
    rest -= amount * length;
    if (amount > 0) parts.push({ amount, unit });
  }
  const [only, ...more] = parts;
  if (only !== undefined && more.length === 0) return every(only.amount, only.unit);
  return `every ${parts.map(({ amount, unit }) => count(amount, unit)).join(' ')}`;
}
