import { type CronTrigger, type Trigger, trigger } from '@scheduler/contracts';
import { createRecurrenceEngine, type Recurrence } from '@scheduler/recurrence';
import type { ImportEntry, ImportFormat } from './import-entry.js';

const engine = createRecurrenceEngine();
/** So many instants of one field are looked at until both day fields match. */
const MOST_STEPS = 10_000;

/** When the old scheduler would run. Null: its instants cannot be told from what it stores. */
export function oldSchedule(entry: ImportEntry, format: ImportFormat, anchor: Date): Recurrence | null {
  const { trigger: ours } = entry;
  if (ours.kind === 'reboot' || (ours.kind === 'every' && format === 'agenda')) return null;
  if (ours.kind !== 'cron' || format === 'crontab') return compile(ours, anchor);
  return format === 'node-cron' ? asNodeCron(ours, anchor) : asCronParser(ours, anchor);
}

export function compile(trigger: Trigger, anchor: Date): Recurrence {
  return engine.compile({ trigger, anchor, startAt: null, endAt: null });
}

/** The expression with only one of its day fields. Null: at most one of them is restricted. */
export function dayFields(expression: string): readonly [ofMonth: string, ofWeek: string] | null {
  const parts = expression.split(' ');
  const [dayOfMonth, dayOfWeek] = [parts.at(-3), parts.at(-1)];
  if (parts.length < 5 || isAny(dayOfMonth) || isAny(dayOfWeek)) return null;
  return [parts.with(-1, '*').join(' '), parts.with(-3, '*').join(' ')];
}

function isAny(field: string | undefined): boolean {
  return field === '*' || field === '?';
}

/** node-cron compares every field with the clock of each second: both day fields must match, a gap has no run, a repeated hour two. */
function asNodeCron({ expressions: [expression = ''], zone }: CronTrigger, anchor: Date): Recurrence {
  const options = { zone, dst: { gap: 'skip', repeat: 'both' } } as const;
  const days = dayFields(expression);
  if (days === null) return compile(trigger.cron(expression, options), anchor);
  const [ofMonth, ofWeek] = days.map((each) => compile(trigger.cron(each, options), anchor));
  return { next: (after) => (ofMonth && ofWeek ? nextOfBoth(ofMonth, ofWeek, after) : null) };
}

function nextOfBoth(one: Recurrence, other: Recurrence, after: Date): Date | null {
  let [a, b] = [one.next(after), other.next(after)];
  for (let step = 0; a !== null && b !== null && step < MOST_STEPS; step++) {
    if (a.getTime() === b.getTime()) return a;
    if (a < b) a = one.next(new Date(b.getTime() - 1));
    else b = other.next(new Date(a.getTime() - 1));
  }
  return null;
}

/** cron-parser, which Agenda and BullMQ use, takes a step such as `*` + `/2` for a restricted day, and either day field counts. */
function asCronParser({ expressions: [expression = ''], zone, dst }: CronTrigger, anchor: Date): Recurrence {
  return compile(trigger.cron(dayFields(expression) ?? expression, { zone, dst }), anchor);
}
