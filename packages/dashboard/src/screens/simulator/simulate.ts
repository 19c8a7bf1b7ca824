import type { Trigger } from '@scheduler/contracts';
import type { PreviewEntry, RecurrenceEngine } from '@scheduler/recurrence';

/** A time in which no node runs. */
export interface Outage {
  readonly from: Date;
  readonly until: Date;
}

export type MissedRuns = 'latest' | 'all' | 'skip';

export interface SimulationRequest {
  readonly engine: RecurrenceEngine;
  readonly trigger: Trigger;
  readonly from: Date;
  /** Not included. */
  readonly until: Date;
  readonly outages: readonly Outage[];
  readonly missedRuns: MissedRuns;
}

/** `missed`: it never runs. `skipped`: by daylight saving. */
export type Verdict = 'on_time' | 'late' | 'caught_up' | 'missed' | 'skipped';

export interface SimulatedRun extends Pick<PreviewEntry, 'at' | 'local' | 'note'> {
  readonly verdict: Verdict;
  /** When it runs. Null: never. */
  readonly ranAt: Date | null;
}

export interface Simulation {
  readonly runs: readonly SimulatedRun[];
  /** The end of what was looked at; earlier than asked for where there are too many runs. */
  readonly until: Date;
  readonly isCut: boolean;
}

export const MOST_RUNS = 20_000;
const PAGE = 1_000;
/** What is as late as this is not missed, and so many are made up for at most: the defaults of the scheduler. */
const GRACE_MS = 60_000;
const CAP = 100;

/** What a schedule does in a range of time, with nodes that are away for a while: the same instants as on the server. Pure. */
export function simulate(request: SimulationRequest): Simulation {
  const { entries, isCut } = entriesOf(request);
  const runs = entries.map((entry): SimulatedRun => {
    const isRun = entry.kind === 'run';
    return { ...shown(entry), verdict: isRun ? 'on_time' : 'skipped', ranAt: isRun ? entry.at : null };
  });
  const judged = request.outages.reduce(
    (before, outage) => judge(before, outage, request.missedRuns),
    runs as readonly SimulatedRun[],
  );
  const last = entries.at(-1)?.at;
  return { runs: judged, isCut, until: isCut && last !== undefined ? last : request.until };
}

const shown = ({ at, local, note }: PreviewEntry) => ({ at, local, note });

function entriesOf({ engine, trigger, from, until }: SimulationRequest): {
  readonly entries: readonly PreviewEntry[];
  readonly isCut: boolean;
} {
  const anchor = from;
  const entries: PreviewEntry[] = [];
  // The first instant may be that of the beginning itself.
  let after = new Date(from.getTime() - 1);
  while (entries.length < MOST_RUNS) {
    const page = engine.preview({ trigger, anchor, startAt: null, endAt: null, from: after, count: PAGE });
    const within = page.filter(({ at }) => at < until);
    entries.push(...within);
    const last = page.at(-1);
    if (within.length < page.length || last === undefined || page.length < PAGE)
      return { entries, isCut: false };
    after = last.at;
  }
  return { entries, isCut: true };
}

/** What becomes of the runs that fell into an outage, when it ends. */
function judge(
  runs: readonly SimulatedRun[],
  { from, until }: Outage,
  policy: MissedRuns,
): readonly SimulatedRun[] {
  const missed = runs.filter(
    ({ at, verdict }) => at >= from && at < until && verdict !== 'skipped' && verdict !== 'missed',
  );
  const [first] = missed;
  if (first === undefined) return runs;
  const isLate = until.getTime() - first.at.getTime() <= GRACE_MS;
  const kept = new Set(isLate ? missed : keptOf(missed, policy));
  const fate = new Map(missed.map((run) => [run, kept.has(run)]));
  return runs.map((run) => {
    const isKept = fate.get(run);
    if (isKept === undefined) return run;
    if (!isKept) return { ...run, verdict: 'missed', ranAt: null };
    return { ...run, verdict: isLate ? 'late' : 'caught_up', ranAt: until };
  });
}

function keptOf(missed: readonly SimulatedRun[], policy: MissedRuns): readonly SimulatedRun[] {
  if (policy === 'skip') return [];
  return missed.slice(policy === 'latest' ? -1 : -CAP);
}
