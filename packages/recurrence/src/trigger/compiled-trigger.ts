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

/** The instants of a trigger, and what they are made of, for those who explain them. */
export interface CompiledTrigger {
  readonly recurrence: Recurrence;
  /** Empty for a trigger without a zone. */
  readonly members: readonly ZonedRecurrence[];
  readonly timeline: ZoneTimeline;
  readonly exclusions: ReadExclusions;
  /** Local times of UTC in milliseconds, where days off are taken out of a trigger without a zone. */
  readonly utcTimes: LocalTimes | null;
}

export interface ZonedParts {
  readonly patterns: readonly LocalPattern[];
  readonly timeline: ZoneTimeline;
  readonly exclusions: ReadExclusions;
  /** The last second that may count. */
  readonly end?: number;
}

export function zoned({ patterns, timeline, exclusions, end = Infinity }: ZonedParts): CompiledTrigger {
  const members = patterns.map(
    ({ times, changes }) =>
      new ZonedRecurrence(excludeDays(times, exclusions, SECONDS_PER_DAY), timeline, changes),
  );
  const all = unionOf(members);
  // What is moved past the end still belongs to it: then the end of the local times has to do.
  const isBounded = end < Infinity && (exclusions.days === null || exclusions.shift !== 'next');
  const bounded = isBounded ? withinWindow(all, { startAt: null, endAt: new Date(end * 1_000) }) : all;
  return {
    recurrence: withoutHours(bounded, timeline, exclusions),
    members,
    timeline,
    exclusions,
    utcTimes: null,
  };
}

export function unzoned(all: Recurrence, exclusions: ReadExclusions): CompiledTrigger {
  const without = exclusions.days === null ? null : excludeDaysInUtc(all, exclusions);
  return {
    recurrence: withoutHours(without?.recurrence ?? all, UTC_TIMELINE, exclusions),
    members: [],
    timeline: UTC_TIMELINE,
    exclusions,
    utcTimes: without?.times ?? null,
  };
}

function withoutHours(recurrence: Recurrence, timeline: ZoneTimeline, { hours }: ReadExclusions): Recurrence {
  return hours === null ? recurrence : new SkippedHoursRecurrence(recurrence, hours, timeline);
}

function unionOf(members: readonly ZonedRecurrence[]): Recurrence {
  const [first] = members;
  return first !== undefined && members.length === 1 ? first : new UnionRecurrence(members);
}
