import { hasInstants } from '@scheduler/contracts';
import { createRecurrenceEngine, type Recurrence } from '@scheduler/recurrence';
import type { ImportEntry, ImportFormat } from './import-entry.js';
import { compile, dayFields, oldSchedule } from './old-schedule.js';

export interface Comparison {
  /** When it runs here, in words. */
  readonly when: string;
  /** The next runs of the old scheduler. Null: they cannot be told. */
  readonly before: readonly Date[] | null;
  /** The next runs here. */
  readonly after: readonly Date[];
  /** What is not the same, or deserves a look. */
  readonly differences: readonly string[];
}

export interface ComparisonRequest {
  readonly entry: ImportEntry;
  readonly format: ImportFormat;
  readonly from: Date;
  readonly count: number;
}

const YEAR_MS = 366 * 86_400_000;
/** Runs of one job that are compared, at most those of a year. */
const MOST_COMPARED = 2_000;

/** What the old scheduler would run, and what we will. */
export function compareSchedules({ entry, format, from, count }: ComparisonRequest): Comparison {
  const when = createRecurrenceEngine().describe(entry.trigger);
  const old = oldSchedule(entry, format, from);
  if (!hasInstants(entry.trigger)) return { when, before: null, after: [], differences: entry.notes };
  const ours = compile(entry.trigger, from);
  const noted = [
    ...entry.notes,
    ...eitherDay(entry, format),
    ...daylightSaving(entry, format, from),
    ...(old === null
      ? ['the old scheduler counts the interval from its last run, and we count it from the import']
      : firstDifference(old, ours, from)),
  ];
  return {
    when,
    before: old === null ? null : take(old, from, count),
    after: take(ours, from, count),
    differences: noted,
  };
}

function take(recurrence: Recurrence, from: Date, count: number): readonly Date[] {
  const runs: Date[] = [];
  for (let at = recurrence.next(from); at !== null && runs.length < count; at = recurrence.next(at))
    runs.push(at);
  return runs;
}

function eitherDay({ trigger }: ImportEntry, format: ImportFormat): readonly string[] {
  const expression = trigger.kind === 'cron' ? trigger.expressions[0] : undefined;
  if (expression === undefined || dayFields(expression) === null) return [];
  const days = expression.split(' ');
  // A field that begins with * does not count as restricted, neither in cron nor here.
  const isEither = ![days.at(-3), days.at(-1)].some((field) => field?.startsWith('*'));
  if (!isEither) return ['both day fields: a day must match both of them, since one begins with *'];
  return [
    format === 'node-cron'
      ? 'both day fields: runs on days that match either of them, and node-cron on days that match both; use a recurrence rule for both'
      : 'both day fields: runs on days that match either of them, as before',
  ];
}

const IN_GAPS: Readonly<Record<ImportFormat, string>> = {
  crontab: 'as Vixie cron does, though not every cron',
  'node-cron': 'node-cron leaves out what clocks skip, and repeats what they repeat',
  agenda: 'cron-parser moves what clocks skip by the length of the gap',
  bullmq: 'cron-parser moves what clocks skip by the length of the gap',
};

/** The first run within a year that daylight saving moves. */
function daylightSaving({ trigger }: ImportEntry, format: ImportFormat, from: Date): readonly string[] {
  if (trigger.kind !== 'cron') return [];
  const request = { trigger, anchor: from, startAt: null, endAt: null, from, count: 400 };
  const moved = createRecurrenceEngine()
    .preview(request)
    .find(({ note, at }) => note !== null && at.getTime() - from.getTime() < YEAR_MS);
  return moved === undefined ? [] : [`daylight saving: ${moved.local} ${moved.note}; ${IN_GAPS[format]}`];
}

function firstDifference(old: Recurrence, ours: Recurrence, from: Date): readonly string[] {
  let [a, b] = [old.next(from), ours.next(from)];
  for (let index = 0; index < MOST_COMPARED; index++) {
    const at = Math.min(a?.getTime() ?? Infinity, b?.getTime() ?? Infinity);
    if (at === Infinity || at > from.getTime() + YEAR_MS) return [];
    const isSame = a?.getTime() === b?.getTime();
    if (!isSame)
      return [`${new Date(at).toISOString()} is a run ${a?.getTime() === at ? 'there only' : 'here only'}`];
    [a, b] = [a && old.next(a), b && ours.next(b)];
  }
  return [];
}
