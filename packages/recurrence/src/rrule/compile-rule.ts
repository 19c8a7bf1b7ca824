import type { DstPolicy } from '@scheduler/contracts';
import { BoundedCache } from '../local-time/bounded-cache.js';
import { LAST_SECOND, SECONDS_PER_DAY } from '../local-time/local-calendar.js';
import type { CountableTimes } from '../local-time/local-times.js';
import { UntilTimes } from '../local-time/until-times.js';
import type { ZoneTimeline } from '../zone/zone-timeline.js';
import { type Changes, ZonedRecurrence } from '../instants/zoned-recurrence.js';
import { completeRule } from './complete-rule.js';
import { parseRule } from './parse-rule.js';
import { PeriodTimes } from './period-times.js';
import { isWithinDay, type RecurrenceRule } from './recurrence-rule.js';
import { refuseRule } from './rule-refusal.js';
import { SlotTimes } from './slot-times.js';

export interface RuleRequest {
  readonly rule: string;
  /** The anchor in milliseconds. */
  readonly anchor: number;
  readonly zone: string;
  readonly timeline: ZoneTimeline;
  readonly dst: DstPolicy;
}

/** A rule with its start applied. */
export interface CompiledRule {
  readonly times: CountableTimes;
  readonly changes: Changes;
  /** The second of the last instant that counts. Infinity: no bound. */
  readonly end: number;
}

const KEPT_RULES = 2_000;
// The count of a rule that takes longer than 400 years is not enumerated, because its end is too far away to matter.
const LONGEST_COUNTED = 146_097 * SECONDS_PER_DAY;

/** Compiles rules for their start and caches them, because finding the end of a count takes an enumeration. */
export class RuleCatalog {
  private readonly rules = new BoundedCache<string, CompiledRule>(KEPT_RULES);

  get(request: RuleRequest): CompiledRule {
    const { rule, anchor, zone, dst } = request;
    const key = JSON.stringify([rule, anchor, zone, dst.gap, dst.repeat]);
    return this.rules.getOrCreate(key, () => compileRule(request));
  }
}

function compileRule({ rule: text, anchor, timeline, dst }: RuleRequest): CompiledRule {
  const rule = parseRule(text);
  const second = Math.floor(anchor / 1_000);
  const start = second + timeline.spanAt(second).offset;
  const complete = completeRule(rule, start);
  const times = isWithinDay(rule.frequency)
    ? new SlotTimes(complete, start)
    : new PeriodTimes(complete, start);
  if (times.atOrAfter(start) === Infinity) {
    throw refuseRule(text, 'no date ever matches all of its parts', 'parts that agree on some date and time');
  }
  const changes = isWithinDay(rule.frequency) ? null : dst;
  const end = endOf(rule, new ZonedRecurrence(times, timeline, changes), second);
  const last = rule.until?.inUtc === false ? rule.until.second : latestReading(timeline, end);
  return { times: last === Infinity ? times : new UntilTimes(times, last), changes, end };
}

function endOf({ count, until }: RecurrenceRule, recurrence: ZonedRecurrence, start: number): number {
  if (until?.inUtc === true) return until.second;
  if (count === null) return Infinity;
  let second = start - 1;
  for (let counted = 0; counted < count; counted += 1) {
    second = recurrence.atOrAfter(second + 1);
    if (second - start > LONGEST_COUNTED) return Infinity;
  }
  return second;
}

/** The latest time that the clock has shown up to an instant. Shortly after clocks went back it belongs to the first pass. */
function latestReading(timeline: ZoneTimeline, second: number): number {
  if (second >= LAST_SECOND) return Infinity;
  const { start, before, offset } = timeline.spanAt(second);
  return Math.max(second + offset, start + before - 1);
}
