import { formatDuration, type JsonValue, type Trigger } from '@scheduler/contracts';
import type { RecurrenceEngine } from '@scheduler/recurrence';
import type { DeclaredPlan, FieldChange, PlanEntry } from '@scheduler/core';
import type { Column } from '../output/table.js';
import { type Style, styled, type Text } from '../output/text.js';
import { localTime } from '../output/times.js';
import { inWords, zoneOfTrigger } from './job-view.js';

/** One line of the table: an entry and one fact about it. */
export interface PlanLine {
  readonly entry: PlanEntry;
  /** False: another line of the same entry, which does not repeat its name. */
  readonly isFirst: boolean;
  readonly what: Text;
}

const STYLES: Readonly<Record<PlanEntry['action'], Style>> = {
  insert: 'green',
  update: 'yellow',
  keep: 'dim',
  orphan: 'red',
};

export const planColumns: readonly Column<PlanLine>[] = [
  {
    header: 'ACTION',
    cell: ({ entry, isFirst }) => (isFirst ? styled(STYLES[entry.action], entry.action) : ''),
    fixed: true,
  },
  { header: 'NAME', cell: ({ entry, isFirst }) => (isFirst ? nameOf(entry) : '') },
  { header: 'WHAT', cell: ({ what }) => what },
  { header: 'NEXT RUN', cell: ({ entry, isFirst }) => (isFirst ? nextRuns(entry) : ''), fixed: true },
];

/** The lines of an entry: first the action, then the changes field by field. */
export function planLines(entry: PlanEntry, recurrence: RecurrenceEngine): readonly PlanLine[] {
  const changes = entry.changes.map((change) => changeText(entry, change, recurrence));
  const lines = [...headOf(entry, recurrence), ...changes];
  return (lines.length === 0 ? ['as declared'] : lines).map((what, index) => ({
    entry,
    isFirst: index === 0,
    what,
  }));
}

function headOf({ action, trigger, steps, note }: PlanEntry, recurrence: RecurrenceEngine): readonly Text[] {
  if (action === 'insert') return [inWords(trigger, recurrence), ...(note === null ? [] : [note])];
  const done = action === 'orphan' && steps.length > 0 ? `: ${steps.join(', ')}` : '';
  return note === null ? [] : [`${note}${done}`];
}

function changeText(
  entry: PlanEntry,
  { field, before, after }: FieldChange,
  recurrence: RecurrenceEngine,
): Text {
  const show = (value: JsonValue) => valueText(field, value, recurrence);
  const name = field.replace(/Ms$/, '');
  if (entry.changedByHand)
    return styled('cyan', `changed by hand: ${name} ${show(before)}, declared ${show(after)}`);
  return entry.action === 'keep'
    ? `${name} ${show(before)}, declared ${show(after)}`
    : `${name}: ${show(before)} → ${show(after)}`;
}

function valueText(field: string, value: JsonValue, recurrence: RecurrenceEngine): string {
  if (value === null) return 'none';
  if (field === 'trigger') return inWords(triggerOf(value), recurrence);
  if (field.endsWith('Ms') && typeof value === 'number') return formatDuration(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Reads a trigger from its JSON, where instants are texts. */
function triggerOf(value: JsonValue): Trigger {
  const parts = Object.entries(value as Record<string, JsonValue>);
  const isInstant = (key: string, part: JsonValue) =>
    typeof part === 'string' && (key === 'anchor' || (key === 'at' && part.includes('T')));
  return Object.fromEntries(
    parts.map(([key, part]) => [key, isInstant(key, part) ? new Date(String(part)) : part]),
  ) as unknown as Trigger;
}

function nameOf({ name, tenant }: PlanEntry): string {
  return tenant === null ? name : `${name} (${tenant})`;
}

function nextRuns({ trigger, nextRunBefore, nextRunAfter }: PlanEntry): string {
  const show = (at: Date | null) => (at === null ? '-' : localTime(at, zoneOfTrigger(trigger)));
  const isSame = nextRunBefore?.getTime() === nextRunAfter?.getTime();
  return isSame ? show(nextRunAfter) : `${show(nextRunBefore)} → ${show(nextRunAfter)}`;
}

/** `1 to insert, 2 to update; 3 as declared` */
export function planSummary({ entries }: DeclaredPlan): string {
  const open = entries.filter(({ steps }) => steps.length > 0);
  const count = (action: PlanEntry['action']) => open.filter((entry) => entry.action === action).length;
  const parts = [
    [count('insert'), 'to insert'],
    [count('update'), 'to update'],
    [count('orphan'), 'orphaned'],
  ] as const;
  const differences = parts.filter(([many]) => many > 0).map(([many, words]) => `${many} ${words}`);
  const rest = `${entries.length - open.length} to leave as they are`;
  return differences.length === 0 ? `no difference; ${rest}` : `${differences.join(', ')}; ${rest}`;
}
