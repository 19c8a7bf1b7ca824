import {
  type CalendarTrigger,
  type CronTrigger,
  type DstPolicy,
  FeatureNotSupported,
  ScheduleInvalid,
  type Trigger,
  TRIGGER_KINDS,
} from '@scheduler/contracts';
import { calendarDays } from './calendar/calendar-days.js';
import { CalendarTimes } from './calendar/calendar-times.js';
import { checkCalendar } from './calendar/check-calendar.js';
import { refuseExpression } from './cron/cron-refusal.js';
import { CronTimes } from './cron/cron-times.js';
import type { CronParser } from './cron/parse-cron.js';
import { EveryRecurrence } from './every-recurrence.js';
import { millisecondsOf } from './instants.js';
import { dayNumberAt, SECONDS_PER_DAY } from './local-calendar.js';
import type { Recurrence } from './recurrence.js';
import { SingleRecurrence } from './single-recurrence.js';
import { UnionRecurrence } from './union-recurrence.js';
import type { ZoneCatalog } from './zone/zone.js';
import { ZonedRecurrence } from './zoned-recurrence.js';

/** What is shared between all triggers of an engine. */
export interface Shared {
  readonly parser: CronParser;
  readonly zones: ZoneCatalog;
}

/** The instants of a trigger without its window. */
export function compileTrigger(trigger: Trigger, anchor: Date, shared: Shared): Recurrence {
  switch (trigger.kind) {
    case 'once':
      return new SingleRecurrence(millisecondsOf(trigger.at, 'trigger.at'));
    case 'now':
      return new SingleRecurrence(millisecondsOf(anchor, 'anchor'));
    case 'every':
      return new EveryRecurrence(anchorOf(trigger.anchor, anchor), trigger.durationMs);
    case 'cron':
      return unionOf(compileCron(trigger, shared));
    case 'calendar':
      return compileCalendar(trigger, anchor, shared);
    case 'rrule':
      throw new FeatureNotSupported('a recurrence rule', 'the recurrence engine');
    case 'event':
    case 'reboot':
      throw withoutInstants(trigger.kind);
    default:
      throw unknownKind(trigger);
  }
}

function anchorOf(own: Date | null, given: Date): number {
  return own === null ? millisecondsOf(given, 'anchor') : millisecondsOf(own, 'trigger.anchor');
}

const MOST_EXPRESSIONS = 100;

/** One recurrence for each expression. */
export function compileCron(trigger: CronTrigger, { parser, zones }: Shared): readonly ZonedRecurrence[] {
  const expressions = checkExpressions(trigger);
  const dst = checkPolicy(trigger.dst);
  const { timeline } = zones.get(trigger.zone);
  return expressions.map((text) => {
    const expression = parser.parse(text);
    return new ZonedRecurrence(new CronTimes(expression), timeline, expression.isFixedTime ? dst : null);
  });
}

export function checkExpressions({ expressions }: CronTrigger): readonly string[] {
  if (!Array.isArray(expressions) || expressions.length === 0) {
    throw refuseExpression(expressions, 'there is none', 'a list of at least one expression');
  }
  if (expressions.length > MOST_EXPRESSIONS) {
    throw refuseExpression(
      undefined,
      `there are ${expressions.length}`,
      `at most ${MOST_EXPRESSIONS} expressions`,
    );
  }
  return expressions as readonly string[];
}

function unionOf(members: readonly ZonedRecurrence[]): Recurrence {
  const [first] = members;
  return first !== undefined && members.length === 1 ? first : new UnionRecurrence(members);
}

export function compileCalendar(trigger: CalendarTrigger, anchor: Date, { zones }: Shared): ZonedRecurrence {
  const time = checkCalendar(trigger);
  const dst = checkPolicy(trigger.dst);
  const { timeline } = zones.get(trigger.zone);
  const anchorSecond = Math.floor(anchorOf(trigger.anchor, anchor) / 1_000);
  const anchorDay = dayNumberAt(anchorSecond + timeline.spanAt(anchorSecond).offset);
  const times = new CalendarTimes(calendarDays(trigger, anchorDay), time);
  if (times.atOrAfter(anchorDay * SECONDS_PER_DAY) === Infinity) {
    throw new ScheduleInvalid({
      field: 'trigger.dayOfMonth',
      value: trigger.dayOfMonth,
      problem: 'is a day that none of the months has',
      accepted: "a day that occurs, or overflow 'clamp' for the last day of a shorter month",
    });
  }
  return new ZonedRecurrence(times, timeline, dst);
}

function checkPolicy(dst: DstPolicy): DstPolicy {
  requirePolicy('gap', dst?.gap, ['after', 'skip']);
  requirePolicy('repeat', dst?.repeat, ['first', 'both', 'last']);
  return dst;
}

function requirePolicy(name: string, value: unknown, allowed: readonly unknown[]): void {
  if (allowed.includes(value)) return;
  throw new ScheduleInvalid({
    field: `trigger.dst.${name}`,
    value,
    problem: 'is not a daylight saving policy',
    accepted: allowed.join(', '),
  });
}

function withoutInstants(kind: 'event' | 'reboot'): FeatureNotSupported {
  const cause = kind === 'event' ? 'when its event is published' : 'when a node starts';
  return new FeatureNotSupported(
    `computing the instants of a trigger of kind '${kind}'`,
    'the recurrence engine',
    `it has no instants of its own: it fires ${cause}`,
  );
}

export function unknownKind(trigger: never): ScheduleInvalid {
  return new ScheduleInvalid({
    field: 'trigger.kind',
    value: (trigger as { kind?: unknown } | null)?.kind,
    problem: 'is not a kind of trigger',
    accepted: TRIGGER_KINDS.join(', '),
  });
}
