import { excludeDays } from '../exclusions/exclude-times.js';
import type { ReadExclusions } from '../exclusions/read-exclusions.js';
import { SkippedHoursRecurrence } from '../exclusions/skipped-hours-recurrence.js';
import { excludeDaysInUtc } from '../exclusions/unzoned-exclusions.js';
import { SECONDS_PER_DAY } from '../local-time/local-calendar.js';
import type { LocalTimes } from '../local-time/local-times.js';
import type { Recurrence } from '../instants/recurrence.js';
import { UnionRecurrence } from '../instants/union-recurrence.js';
import { withinWindow } from '../instants/window-recurrence.js';
import { UTC_TIMELINE, type ZoneTimeline } from '../zone/zone-timeline.js';
import { type LocalPattern, ZonedRecurrence } from '../instants/zoned-recurrence.js';

/** The instants of a trigger, with the parts from which a preview explains them. */
export interface CompiledTrigger {
  readonly recurrence: Recurrence;
  /** The recurrences of the single patterns. Empty for a trigger without a zone. */
  readonly members: readonly ZonedRecurrence[];
  readonly timeline: ZoneTimeline;
  readonly exclusions: ReadExclusions;
  /** The times in milliseconds of UTC after days off were applied to a trigger without a zone. Null: none were. */
  readonly utcTimes: LocalTimes | null;
}

export interface ZonedParts {
  readonly patterns: readonly LocalPattern[];
  readonly timeline: ZoneTimeline;
  readonly exclusions: ReadExclusions;
  /** The last second that counts. */
  readonly end?: number;
}

export function zoned({ patterns, timeline, exclusions, end = Infinity }: ZonedParts): CompiledTrigger {
  const members = patterns.map(
    (pattern) => new ZonedRecurrence(withoutDaysOff(pattern, exclusions), timeline),
  );
  const all = unionOf(members);
  // A time that is moved past the end still counts. In that case only the end of the local times applies.
  const isBounded = end < Infinity && (exclusions.days === null || exclusions.shift !== 'next');
  const bounded = isBounded ? withinWindow(all, { startAt: null, endAt: new Date(end * 1_000) }) : all;
  return {
    recurrence: excludeHours(bounded, timeline, exclusions),
    members,
    timeline,
    exclusions,
    utcTimes: null,
  };
}

function withoutDaysOff(pattern: LocalPattern, exclusions: ReadExclusions): LocalPattern {
  const { times, timesAt, changes } = pattern;
  if (exclusions.days === null) return pattern;
  const exclude = (all: LocalTimes) => excludeDays(all, exclusions, SECONDS_PER_DAY);
  const atOffset = timesAt && ((offset: number) => exclude(timesAt(offset)));
  return { times: exclude(times), changes, ...(atOffset && { timesAt: atOffset }) };
}

export function unzoned(all: Recurrence, exclusions: ReadExclusions): CompiledTrigger {
  const inUtc = exclusions.days === null ? null : excludeDaysInUtc(all, exclusions);
  return {
    recurrence: excludeHours(inUtc?.recurrence ?? all, UTC_TIMELINE, exclusions),
    members: [],
    timeline: UTC_TIMELINE,
    exclusions,
    utcTimes: inUtc?.times ?? null,
  };
}

function excludeHours(recurrence: Recurrence, timeline: ZoneTimeline, { hours }: ReadExclusions): Recurrence {
  return hours === null ? recurrence : new SkippedHoursRecurrence(recurrence, hours, timeline);
}

function unionOf(members: readonly ZonedRecurrence[]): Recurrence {
  const [first] = members;
  return first !== undefined && members.length === 1 ? first : new UnionRecurrence(members);
}
