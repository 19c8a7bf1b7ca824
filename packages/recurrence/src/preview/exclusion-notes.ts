import type { CompiledTrigger } from '../trigger/compiled-trigger.js';
import { join } from '../describe/words.js';
import { MovedDayTimes } from '../exclusions/moved-day-times.js';
import { dayNumberAt, SECONDS_PER_DAY } from '../local-time/local-calendar.js';
import { showDate, showTime } from '../local-time/local-text.js';
import type { Recurrence } from '../instants/recurrence.js';

/** An instant that is skipped because its day or its hour is excluded. It stands for all others of the same stretch. */
export interface ExcludedInstant {
  readonly at: Date;
  readonly note: string;
}

/** `moved from 2027-12-25 to 2027-12-27: holiday`. Null: nothing was moved here. */
export function movedNote(compiled: CompiledTrigger, at: Date): string | null {
  const { days } = compiled.exclusions;
  const sources = [...new Set(sourcesOf(compiled, at))].sort((one, other) => one - other);
  if (days === null || sources.length === 0) return null;
  const reasons = [...new Set(sources.map((local) => days.reasonOf(dayNumberAt(local)) ?? ''))];
  const to = showDate(readingOf(compiled, at));
  return `moved from ${join(sources.map(showDate))} to ${to}: ${join(reasons)}`;
}

/** The local times that were moved to an instant, in seconds of the wall clock. */
function sourcesOf({ members, timeline, utcTimes }: CompiledTrigger, at: Date): readonly number[] {
  if (utcTimes instanceof MovedDayTimes) return utcTimes.movedTo(at.getTime()).map((local) => local / 1_000);
  const second = Math.floor(at.getTime() / 1_000);
  const { offset } = timeline.spanAt(second);
  return members.flatMap((member) => {
    const times = member.timesAt(offset);
    return times instanceof MovedDayTimes ? times.movedTo(second + offset) : [];
  });
}

const MOST_LISTED = 10;

export interface ExcludedBetweenRequest {
  readonly compiled: CompiledTrigger;
  /** The same trigger without exclusions. */
  readonly plain: Recurrence;
  readonly after: Date;
  readonly before: Date;
}

/** One excluded instant for each of the first few excluded stretches between two runs. */
export function excludedBetween({
  compiled,
  plain,
  after,
  before,
}: ExcludedBetweenRequest): readonly ExcludedInstant[] {
  const found: ExcludedInstant[] = [];
  let at = plain.next(after);
  for (let steps = 0; at !== null && at < before && steps < 2 * MOST_LISTED; steps += 1) {
    const { reason, end } = stretchOf(compiled, at);
    if (reason !== null && found.length === MOST_LISTED)
      return [...found.slice(0, -1), andOthers(found.at(-1))];
    if (reason !== null) found.push({ at, note: `skipped: ${reason}` });
    at = plain.next(new Date(end - 1));
  }
  return found;
}

function andOthers(last: ExcludedInstant | undefined): ExcludedInstant {
  return { at: last?.at ?? new Date(0), note: `${last?.note ?? 'skipped'}, and others until the next run` };
}

/** Why an instant is skipped, and when that reason ends. Null: it runs, perhaps on another day. */
function stretchOf(
  compiled: CompiledTrigger,
  at: Date,
): { readonly reason: string | null; readonly end: number } {
  const { days, hours, shift } = compiled.exclusions;
  const local = readingOf(compiled, at);
  const distance = (end: number) => at.getTime() + Math.max(1, Math.ceil(end - local)) * 1_000;
  const endOfDay = distance((dayNumberAt(local) + 1) * SECONDS_PER_DAY);
  const hoursEnd = hours?.endAt(local) ?? null;
  const reason = days?.reasonOf(dayNumberAt(local)) ?? null;
  if (reason !== null && shift === 'skip') return { reason: `${showDate(local)}: ${reason}`, end: endOfDay };
  if (hoursEnd === null) return { reason: null, end: endOfDay };
  return { reason: `excluded hours until ${showTime(hoursEnd)}`, end: distance(hoursEnd) };
}

function readingOf({ timeline }: CompiledTrigger, at: Date): number {
  const second = Math.floor(at.getTime() / 1_000);
  return second + timeline.spanAt(second).offset;
}
