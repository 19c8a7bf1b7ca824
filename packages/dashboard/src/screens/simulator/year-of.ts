import type { GridRow } from '../../design/cell-grid.jsx';
import { counted } from '../../design/format.js';
import { TOP_LEVEL } from '../../design/levels.js';
import type { SimulatedRun } from './simulate.js';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAYS = 31;
export const DAY_NAMES: readonly string[] = Array.from({ length: DAYS }, (_, day) => String(day + 1));

export interface SimulatedDay {
  readonly date: string;
  readonly runs: readonly SimulatedRun[];
}

/** The runs by the day on which they are due, in their zone. */
export function daysOf(runs: readonly SimulatedRun[]): ReadonlyMap<string, readonly SimulatedRun[]> {
  const days = new Map<string, SimulatedRun[]>();
  for (const run of runs) {
    const date = run.local.slice(0, 10);
    const day = days.get(date);
    if (day === undefined) days.set(date, [run]);
    else day.push(run);
  }
  return days;
}

/** One row for each month, with a cell for each day. */
export function yearOf(
  year: number,
  days: ReadonlyMap<string, readonly SimulatedRun[]>,
  until: Date,
): readonly GridRow[] {
  const usual = usualCount(days);
  return MONTHS.map((label, month) => ({
    key: label,
    label,
    cells: Array.from({ length: DAYS }, (_, index) => {
      const at = new Date(Date.UTC(year, month, index + 1));
      if (at.getUTCMonth() !== month || at > until) return undefined;
      const date = at.toISOString().slice(0, 10);
      return { key: date, ...cellOf(`${index + 1} ${label}`, days.get(date) ?? [], usual) };
    }),
  }));
}

/** How many runs most of the days have that have any. */
export function usualCount(days: ReadonlyMap<string, readonly SimulatedRun[]>): number {
  const often = new Map<number, number>();
  for (const { length } of days.values()) often.set(length, (often.get(length) ?? 0) + 1);
  const [usual] = [...often].sort(([, one], [, other]) => other - one);
  return usual?.[0] ?? 0;
}

const USUAL_LEVEL = 3;

/** A usual day has a middle tone, so that days with more or fewer runs are seen. */
function levelOfDay(ran: number, usual: number): number {
  if (ran === 0) return 0;
  return Math.min(TOP_LEVEL, Math.max(1, Math.round((USUAL_LEVEL * ran) / Math.max(1, usual))));
}

function cellOf(name: string, runs: readonly SimulatedRun[], usual: number) {
  const ran = runs.filter(({ ranAt }) => ranAt !== null).length;
  const missed = runs.filter(({ verdict }) => verdict === 'missed').length;
  const later = runs.filter(({ verdict }) => verdict === 'caught_up' || verdict === 'late').length;
  const hasNote = runs.some(({ note }) => note !== null);
  const words = [
    counted(ran, 'run'),
    ...(later > 0 ? [`${later} after the outage`] : []),
    ...(missed > 0 ? [`${missed} missed`] : []),
    ...(hasNote ? ['daylight saving'] : []),
  ];
  const mark =
    missed > 0 ? ('bad' as const) : later > 0 ? ('warn' as const) : hasNote ? ('note' as const) : undefined;
  return {
    level: levelOfDay(ran, usual),
    label: `${name}: ${words.join(', ')}`,
    ...(mark === undefined ? {} : { mark }),
  };
}
