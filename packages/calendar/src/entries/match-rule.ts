import { trigger } from '@scheduler/contracts';
import type { RecurrenceEngine } from '@scheduler/recurrence';
import type { CalendarRule } from '../rules/calendar-rule.js';
import { instantOfWallTime, type WallTime, wallTimeOf } from '../rules/wall-time.js';

export interface MatchRequest {
  readonly engine: RecurrenceEngine;
  readonly rule: CalendarRule;
  /** The runs of the job by their milliseconds. */
  readonly runs: ReadonlySet<number>;
  readonly from: Date;
  readonly until: Date;
}

/** A part of a rule whose entries are runs of the job. */
export interface MatchedPart {
  /** The runs, the first of which begins the part. */
  readonly matched: readonly number[];
  /** Readings between them at which the job has no run. */
  readonly excluded: readonly WallTime[];
}

/** How the entries of a rule and the runs of a job agree. */
export interface MatchedRule {
  readonly rule: CalendarRule;
  readonly parts: readonly MatchedPart[];
}

/**
 * Compares a rule, read as calendars read it, with what the scheduler plans. A reading that the clock skips or shows twice ends a part,
 * because calendars disagree about it, and some about all that follows it.
 */
export function matchRule({ engine, rule, runs, from, until }: MatchRequest): MatchedRule {
  const { zone } = rule;
  const last = wallTimeOf(until, zone);
  const next = readingsOf(engine, rule);
  const parts: MatchedPart[] = [];
  let part = new OpenPart();
  for (
    let reading = next(wallTimeOf(from, zone) - 1);
    reading !== null && reading <= last;
    reading = next(reading)
  ) {
    const instant = instantOfWallTime(reading, zone)?.getTime();
    if (instant === undefined) {
      parts.push(...part.closed());
      part = new OpenPart();
    } else part.add(reading, runs.has(instant) ? instant : null);
  }
  return { rule, parts: [...parts, ...part.closed()] };
}

function readingsOf(engine: RecurrenceEngine, { rule, start }: CalendarRule) {
  const anchor = new Date(start);
  // On the wall there is no daylight saving: every reading is an instant of UTC.
  const onWall = trigger.rrule(rule, { zone: 'UTC', anchor });
  const recurrence = engine.compile({ trigger: onWall, anchor, startAt: null, endAt: null });
  return (after: WallTime): WallTime | null => recurrence.next(new Date(after))?.getTime() ?? null;
}

class OpenPart {
  private readonly matched: number[] = [];
  private readonly excluded: WallTime[] = [];
  /** Left out if no run follows, because the part ends before them. */
  private pending: WallTime[] = [];

  add(reading: WallTime, run: number | null): void {
    if (run === null) {
      if (this.matched.length > 0) this.pending.push(reading);
      return;
    }
    this.excluded.push(...this.pending);
    this.pending = [];
    this.matched.push(run);
  }

  closed(): readonly MatchedPart[] {
    const { matched, excluded } = this;
    return matched.length === 0 ? [] : [{ matched, excluded }];
  }
}
