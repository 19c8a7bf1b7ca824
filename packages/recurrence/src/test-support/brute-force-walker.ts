import type { DstPolicy } from '@scheduler/contracts';
import { isFixed, matcherOf, type Reading } from './cron-oracle.js';

/** The readings of a zone's clock at every step of a span of time, by the tz data of the system. */
export interface Walk {
  readonly from: number;
  readonly step: number;
  /** What the clock shows at each step, as milliseconds of the same date and time in UTC. */
  readonly readings: readonly number[];
  /** The instants at which the clock shows a reading. */
  readonly shownAt: ReadonlyMap<number, readonly number[]>;
}

const formats = new Map<string, Intl.DateTimeFormat>();

export function readClock(zone: string, instant: number): number {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    formats.set(zone, format);
  }
  const text = format.format(instant);
  const part = (from: number, to: number) => Number(text.slice(from, to));
  return Date.UTC(part(6, 10), part(3, 5) - 1, part(0, 2), part(12, 14), part(15, 17), part(18, 20));
}

export function walk(zone: string, span: { from: number; to: number; step: number }): Walk {
  const readings: number[] = [];
  const shownAt = new Map<number, number[]>();
  for (let instant = span.from; instant < span.to; instant += span.step) {
    const shown = readClock(zone, instant);
    readings.push(shown);
    shownAt.set(shown, [...(shownAt.get(shown) ?? []), instant]);
  }
  return { from: span.from, step: span.step, readings, shownAt };
}

/** Every instant of the walk at which the expression runs, in order. */
export function runsOf(expression: string, dst: DstPolicy, walked: Walk): number[] {
  return isFixed(expression) ? fixedRuns(expression, dst, walked) : realRuns(expression, walked);
}

const instantAt = ({ from, step }: Walk, index: number) => from + index * step;

function realRuns(expression: string, walked: Walk): number[] {
  const matches = matcherOf(expression);
  return walked.readings.flatMap((shown, index) =>
    matches(readingOf(shown)) ? [instantAt(walked, index)] : [],
  );
}

/** Takes each local time of a calendar without daylight saving, and finds the instants at which the clock shows it. */
function fixedRuns(expression: string, dst: DstPolicy, walked: Walk): number[] {
  const matches = matcherOf(expression);
  const runs = new Set<number>();
  const last = Math.max(...walked.readings.slice(-2));
  for (let local = Math.min(...walked.readings.slice(0, 2)); local <= last; local += walked.step) {
    if (!matches(readingOf(local))) continue;
    for (const run of runsAt(local, dst, walked)) runs.add(run);
  }
  return [...runs].sort((one, other) => one - other);
}

function runsAt(local: number, dst: DstPolicy, walked: Walk): readonly number[] {
  const times = walked.shownAt.get(local) ?? [];
  if (times.length === 0) return dst.gap === 'skip' ? [] : endOfGap(local, walked);
  if (dst.repeat === 'both') return times;
  return dst.repeat === 'first' ? times.slice(0, 1) : times.slice(-1);
}

const THREE_HOURS = 3 * 3_600_000;

function endOfGap(local: number, walked: Walk): number[] {
  const { readings, step } = walked;
  const index = readings.findIndex((shown, at) => at > 0 && readings[at - 1]! < local && shown > local);
  if (index < 0) return [];
  return readings[index]! - readings[index - 1]! - step <= THREE_HOURS ? [instantAt(walked, index)] : [];
}

function readingOf(shown: number): Reading {
  const date = new Date(shown);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}
