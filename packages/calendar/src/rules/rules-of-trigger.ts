import type { RruleTrigger, Trigger } from '@scheduler/contracts';
import type { CalendarRule } from './calendar-rule.js';
import { rulesOfCalendar } from './rules-of-calendar.js';
import { rulesOfCron } from './rules-of-cron.js';
import { rulesOfInterval } from './rules-of-interval.js';
import { wallTimeOf } from './wall-time.js';

/** What counts the instants of a job, and where its calendar begins. */
export interface RulesRequest {
  readonly trigger: Trigger;
  /** What intervals and calendars count from, unless the trigger has an anchor of its own. */
  readonly anchor: Date;
  readonly from: Date;
}

/** Rules that together have the instants of a trigger, clock changes aside. Null: no such rules exist, so that each run is an entry. */
export function rulesOfTrigger({ trigger, anchor, from }: RulesRequest): readonly CalendarRule[] | null {
  switch (trigger.kind) {
    case 'cron':
      return rulesOfCron(trigger, wallTimeOf(from, trigger.zone));
    case 'every':
      return rulesOfInterval(trigger, anchor);
    case 'calendar':
      return rulesOfCalendar(trigger, anchor);
    case 'rrule':
      return ruleOfRrule(trigger, anchor);
    default:
      return null;
  }
}

/** A rule that ends after a number of runs cannot begin later without another number; one within a day is refused by most calendars. */
function ruleOfRrule({ rule, zone, anchor }: RruleTrigger, jobAnchor: Date): readonly CalendarRule[] | null {
  const text = rule.toUpperCase().replace(/\s/g, '');
  if (/(?:^|;)COUNT=|FREQ=(?:HOURLY|MINUTELY|SECONDLY)/.test(text)) return null;
  const parts = text.split(';').filter((part) => !part.startsWith('UNTIL='));
  return [{ rule: parts.join(';'), zone, start: wallTimeOf(anchor ?? jobAnchor, zone) }];
}
