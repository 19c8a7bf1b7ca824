import { createRecurrenceEngine, type PreviewEntry, type RecurrenceEngine } from '@scheduler/recurrence';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Search } from '../../navigation/use-search.js';
import { readOutages } from './outages.js';
import { errorsOf, type FieldErrors, inputOf, type ScheduleInput, triggerOf } from './schedule-input.js';
import { type MissedRuns, type Outage, simulate, type Simulation } from './simulate.js';
import { instantIn, isZone, ownZone } from './zoned-time.js';

type Values = Readonly<Record<string, string | undefined>>;

const PAUSE_MS = 400;

/** What stands in the fields: what the address says, and what is being typed, which the address says when one stops. */
export function useTyped(search: Search): readonly [Values, (changes: Values) => void] {
  const [typed, setTyped] = useState<Values>({});
  const timer = useRef(0);
  const latest = useRef(search);
  latest.current = search;
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const change = (changes: Values) => {
    const next = { ...typed, ...changes };
    setTyped(next);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      latest.current.change(next, { replace: true });
      setTyped({});
    }, PAUSE_MS);
  };
  return [{ ...search.values, ...typed }, change];
}

const PARAMETERS: Readonly<Record<keyof ScheduleInput, string>> = {
  kind: 'kind',
  expression: 'cron',
  duration: 'duration',
  rule: 'rule',
  unit: 'unit',
  every: 'every',
  at: 'at',
  weekdays: 'weekdays',
  day: 'day',
  zone: 'zone',
  gap: 'gap',
  repeat: 'repeat',
};

/** Changes of fields as they stand in the address. */
export function valuesOf(changes: Partial<ScheduleInput>): Values {
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [
      PARAMETERS[name as keyof ScheduleInput],
      typeof value === 'string' ? value : value.join(','),
    ]),
  );
}

export interface Understood {
  readonly words: string;
  readonly next: readonly PreviewEntry[];
}

const NEXT = 8;

/** The schedule in words and its next runs, or what is wrong with it. Computed here, by the code that servers use. */
export function understand(
  engine: RecurrenceEngine,
  input: ScheduleInput,
  from: Date,
): { readonly understood: Understood | null; readonly errors: FieldErrors } {
  try {
    const trigger = triggerOf(input);
    const words = engine.describe(trigger);
    const request = { trigger, anchor: from, startAt: null, endAt: null, from, count: NEXT };
    return { understood: { words, next: engine.preview(request).slice(0, NEXT) }, errors: {} };
  } catch (error) {
    return { understood: null, errors: errorsOf(error, input.kind) };
  }
}

const LOOKED_AHEAD_MS = 400 * 86_400_000;
const MOST_CHANGES = 4;

/** The next instants that daylight saving moves, doubles or leaves out. Empty: there are none, or the schedule is wrong. */
export function useClockChanges(values: Values, now: Date): readonly PreviewEntry[] {
  return useMemo(() => {
    try {
      const trigger = triggerOf(inputOf(values, ownZone()));
      const until = new Date(now.getTime() + LOOKED_AHEAD_MS);
      const request = { trigger, from: now, until, outages: [], missedRuns: 'latest' } as const;
      return simulate({ engine: createRecurrenceEngine(), ...request })
        .runs.filter(({ note }) => note !== null)
        .slice(0, MOST_CHANGES)
        .map(({ at, local, note, ranAt }) => ({ kind: ranAt === null ? 'skipped' : 'run', at, local, note }));
    } catch {
      return [];
    }
  }, [JSON.stringify(inputOf(values, ownZone())), now]);
}

export interface Year {
  readonly year: number;
  readonly zone: string;
  readonly outages: readonly Outage[];
  readonly missedRuns: MissedRuns;
}

export function yearOfValues(values: Values, thisYear: number): Year {
  const { zone: asked } = inputOf(values, ownZone());
  const zone = isZone(asked) ? asked : 'UTC';
  const year = Math.trunc(Number(values['year'] ?? thisYear));
  const outages = readOutages(values['outages']).flatMap(({ from, until }) => {
    const [begin, end] = [instantIn(zone, from), instantIn(zone, until)];
    return begin !== null && end !== null && begin < end ? [{ from: begin, until: end }] : [];
  });
  const policy = values['missed'];
  return {
    year: year >= 1970 && year <= 2999 ? year : thisYear,
    zone,
    outages,
    missedRuns: policy === 'all' || policy === 'skip' ? policy : 'latest',
  };
}

/** The simulation of the year that the address says. Null: its schedule is wrong. */
export function useSimulation(values: Values, thisYear: number): Simulation | null {
  const key = JSON.stringify(values);
  return useMemo(() => {
    const { year, zone, outages, missedRuns } = yearOfValues(values, thisYear);
    const [from, until] = [
      instantIn(zone, `${year}-01-01T00:00`),
      instantIn(zone, `${year + 1}-01-01T00:00`),
    ];
    if (from === null || until === null) return null;
    try {
      const trigger = triggerOf(inputOf(values, ownZone()));
      return simulate({ engine: createRecurrenceEngine(), trigger, from, until, outages, missedRuns });
    } catch {
      return null;
    }
  }, [key]);
}
