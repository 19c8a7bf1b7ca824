import { type Trigger, trigger } from '@scheduler/contracts';
import { problemOfTrigger } from './check-trigger.js';
import {
  entryOf,
  type ImportEntry,
  type ImportFormat,
  type ImportProblem,
  type ListToRead,
  type ReadList,
} from './import-entry.js';
import { readInterval } from './read-interval.js';

export type JsonFormat = Exclude<ImportFormat, 'crontab'>;

export interface JsonToRead extends ListToRead {
  readonly format: JsonFormat;
}

type Item = Readonly<Record<string, unknown>>;

/** How each scheduler names what it stores of a job. */
const FIELDS: Readonly<
  Record<JsonFormat, Readonly<Record<'schedule' | 'zone' | 'data', readonly string[]>>>
> = {
  'node-cron': { schedule: ['expression', 'schedule', 'cronTime'], zone: ['timezone'], data: ['data'] },
  agenda: { schedule: ['repeatInterval'], zone: ['repeatTimezone'], data: ['data'] },
  bullmq: { schedule: ['pattern', 'every', 'cron'], zone: ['tz'], data: ['template.data', 'data'] },
};

/** What bounds a job there, and is not part of its schedule. */
const LIMITS = ['startDate', 'endDate', 'limit', 'skipDays'];

function isGiven(item: Item, key: string): boolean {
  return item[key] !== undefined && item[key] !== null;
}

/** Reads a list of jobs that the old scheduler printed as JSON. */
export function readJsonList(request: JsonToRead): ReadList {
  const entries: ImportEntry[] = [];
  const problems: ImportProblem[] = [];
  const list = parse(request.text);
  if (!Array.isArray(list)) {
    const problem = `is not a JSON list; write the jobs of ${request.format} as [{ … }, { … }]`;
    return { entries, problems: [{ place: request.file, problem }], notes: [] };
  }
  for (const [index, item] of list.entries()) {
    const place = `${request.file}, entry ${index + 1}`;
    const read = readItem(item, place, request);
    if ('problem' in read) problems.push(read);
    else entries.push(read);
  }
  return { entries, problems, notes: [] };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readItem(item: unknown, place: string, request: JsonToRead): ImportEntry | ImportProblem {
  if (typeof item !== 'object' || item === null) return { place, problem: 'is not an object' };
  const names = FIELDS[request.format];
  const [written, zone, data] = [names.schedule, names.zone, names.data].map((paths) =>
    first(item as Item, paths),
  );
  if (typeof written !== 'string' && typeof written !== 'number')
    return {
      place,
      problem: `has no schedule; ${request.format} keeps it in ${names.schedule.join(' or ')}`,
    };
  const { name, command, disabled } = item as Item;
  if (typeof name !== 'string' || name === '') return { place, problem: 'has no name; give it one' };
  const schedule = triggerOf(written, typeof zone === 'string' ? zone : request.zone, request.format);
  const problem = schedule === null ? `${written} is no schedule` : problemOfTrigger(schedule);
  if (schedule === null || problem !== null)
    return { place, problem: `${problem}; change it, or delete the entry` };
  return entryOf({
    place,
    written: String(written),
    trigger: schedule,
    name,
    data: data ?? null,
    command: typeof command === 'string' ? command : null,
    enabled: disabled !== true,
    notes: LIMITS.filter((limit) => isGiven(item as Item, limit)).map(
      (limit) =>
        `${limit} is not imported: the job has no such bound here; give it one with schedule:create, or leave the entry out`,
    ),
  });
}

function first(item: Item, paths: readonly string[]): unknown {
  const values = paths.map((path) =>
    path.split('.').reduce<unknown>((value, key) => (value as Item | null | undefined)?.[key], item),
  );
  return values.find((value) => value !== undefined && value !== null);
}

function triggerOf(written: string | number, zone: string, format: JsonFormat): Trigger | null {
  const text = String(written).trim();
  if (format !== 'node-cron') {
    const interval = readInterval(text);
    // BullMQ counts intervals from 1970, so that its instants stay the same here.
    if (interval !== null)
      return trigger.every(interval, format === 'bullmq' ? { anchor: new Date(0) } : undefined);
  }
  return text === '' ? null : trigger.cron(text, { zone });
}
