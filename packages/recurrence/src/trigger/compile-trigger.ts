import { FeatureNotSupported, ScheduleInvalid, TRIGGER_KINDS } from '@scheduler/contracts';
import { compileCalendar } from '../calendar/compile-calendar.js';
import { checkDstPolicy } from '../instants/check-dst-policy.js';
import { type CompiledTrigger, unzoned, zoned } from './compiled-trigger.js';
import type { CronParser } from '../cron/parse-cron.js';
import { EveryRecurrence } from '../instants/every-recurrence.js';
import type { CalendarCatalog } from '../exclusions/calendar-catalog.js';
import { readExclusions } from '../exclusions/read-exclusions.js';
import { compileCronModule } from './lazy.js';
import { millisecondsOf } from '../local-time/instants.js';
import type { RecurrenceRequest } from '../instants/recurrence.js';
import type { RuleCatalog } from '../rrule/compile-rule.js';
import { SingleRecurrence } from '../instants/single-recurrence.js';
import type { ZoneCatalog } from '../zone/zone.js';

/** The parsers and caches that all triggers of an engine share. */
export interface Shared {
  readonly parser: CronParser;
  readonly rules: RuleCatalog;
  readonly zones: ZoneCatalog;
  readonly calendars: CalendarCatalog;
}

type TriggerRequest = Pick<RecurrenceRequest, 'trigger' | 'anchor' | 'exclusions'>;

/** Compiles a trigger with its exclusions, but without its window. */
export function compileTrigger(request: TriggerRequest, shared: Shared): CompiledTrigger {
  const { trigger, anchor } = request;
  const exclusions = readExclusions(request.exclusions, shared.calendars);
  switch (trigger.kind) {
    case 'once':
      return unzoned(new SingleRecurrence(millisecondsOf(trigger.at, 'trigger.at')), exclusions);
    case 'now':
      return unzoned(new SingleRecurrence(millisecondsOf(anchor, 'anchor')), exclusions);
    case 'every':
      return unzoned(new EveryRecurrence(anchorOf(trigger, anchor), trigger.durationMs), exclusions);
    case 'cron': {
      const patterns = compileCronModule().compileCron(trigger, shared.parser);
      return zoned({ patterns, timeline: shared.zones.get(trigger.zone).timeline, exclusions });
    }
    case 'calendar': {
      const { timeline } = shared.zones.get(trigger.zone);
      const pattern = compileCalendar(trigger, anchorOf(trigger, anchor), timeline);
      return zoned({ patterns: [pattern], timeline, exclusions });
    }
    case 'rrule': {
      const { rule, zone } = trigger;
      const { timeline } = shared.zones.get(zone);
      const dst = checkDstPolicy(trigger.dst);
      const pattern = shared.rules.get({ rule, zone, timeline, dst, anchor: anchorOf(trigger, anchor) });
      return zoned({ patterns: [pattern], timeline, exclusions, end: pattern.end });
    }
    case 'event':
    case 'reboot':
      throw triggerWithoutInstants(trigger.kind);
    default:
      throw unknownKind(trigger);
  }
}

function anchorOf(trigger: { readonly anchor: Date | null }, jobAnchor: Date): number {
  return trigger.anchor === null
    ? millisecondsOf(jobAnchor, 'anchor')
    : millisecondsOf(trigger.anchor, 'trigger.anchor');
}

function triggerWithoutInstants(kind: 'event' | 'reboot'): FeatureNotSupported {
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
