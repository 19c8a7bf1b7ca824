import type { DstPolicy } from '@scheduler/contracts';
import { BoundedCache } from '../local-time/bounded-cache.js';
import { LAST_SECOND, SECONDS_PER_DAY } from '../local-time/local-calendar.js';
import type { CountableTimes } from '../local-time/local-times.js';
import { UntilTimes } from '../local-time/until-times.js';
import type { ZoneTimeline } from '../zone/zone-timeline.js';
import { type LocalPattern, ZonedRecurrence } from '../instants/zoned-recurrence.js';
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
export interface CompiledRule extends LocalPattern {
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

function compileRule(request: RuleRequest): CompiledRule {
  const { rule: text, anchor, timeline } = request;
  const rule = parseRule(text);
  const start = Math.floor(anchor / 1_000);
  const pattern = isWithinDay(rule.frequency)
    ? elapsedPattern(rule, start, request)
    : localPattern(rule, start, request);
  const unbounded = new ZonedRecurrence(pattern, timeline);
  if (unbounded.atOrAfter(start) === Infinity) {
    throw refuseRule(text, 'no date ever matches all of its parts', 'parts that agree on some date and time');
  }
  const end = endOf(rule, unbounded, start);
  const last = rule.until?.inUtc === false ? rule.until.second : latestReading(timeline, end);
  return { ...(last === Infinity ? pattern : until(pattern, last)), end };
}

interface CountablePattern extends LocalPattern {
  readonly times: CountableTimes;
  readonly timesAt?: (offset: number) => CountableTimes;
}

/** A daily, weekly, monthly or yearly rule names local times, to which the daylight saving policy applies. */
function localPattern(rule: RecurrenceRule, start: number, { timeline, dst }: RuleRequest): CountablePattern {
  const local = start + timeline.spanAt(start).offset;
  return { times: new PeriodTimes(completeRule(rule, local), local), changes: dst };
}

/**
 * An hourly, minutely or secondly rule counts elapsed time. So its start is read by the clock of each offset: three hours
 * after 00:00 summer time is 02:00 winter time, and that is where the rule goes on.
 */
function elapsedPattern(rule: RecurrenceRule, start: number, { timeline }: RuleRequest): CountablePattern {
  const known = new Map<number, CountableTimes>();
  const timesAt = (offset: number): CountableTimes => {
    const times = known.get(offset) ?? new SlotTimes(completeRule(rule, start + offset), start + offset);
    known.set(offset, times);
    return times;
  };
  return { times: timesAt(timeline.spanAt(start).offset), timesAt, changes: null };
}

function until({ times, timesAt, changes }: CountablePattern, last: number): LocalPattern {
  const atOffset = timesAt && ((offset: number) => new UntilTimes(timesAt(offset), last));
  return { times: new UntilTimes(times, last), changes, ...(atOffset && { timesAt: atOffset }) };
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
