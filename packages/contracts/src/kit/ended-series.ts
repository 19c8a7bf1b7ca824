import type { Execution } from '../executions/execution.js';
import type {
  EndedPoint,
  EndedSeriesRequest,
  SeriesGrouping,
  WaitStatistics,
} from '../ports/statistics-repository.js';
import { countStatuses, durationStatistics } from './statistics.js';

/** What a series needs to know of an execution. */
export type SeriesExecution = Pick<
  Execution,
  'status' | 'queue' | 'type' | 'availableAt' | 'startedAt' | 'finishedAt' | 'durationMs'
>;

type Buckets = Pick<EndedSeriesRequest, 'since' | 'until' | 'bucketMs' | 'by' | 'mostGroups'>;

/** The start of the bucket of an instant. */
export function bucketOf(at: Date, bucketMs: number): Date {
  return new Date(Math.floor(at.getTime() / bucketMs) * bucketMs);
}

/** The start of the bucket after that of an instant, which is the first one to be whole where the executions up to the instant are left out. */
export function bucketAfter(at: Date, bucketMs: number): Date {
  return new Date(bucketOf(at, bucketMs).getTime() + bucketMs);
}

interface Gathered {
  readonly at: Date;
  readonly group: string | null;
  started: number;
  readonly ended: SeriesExecution[];
}

/** The points of a series from executions that ended or run. What ended outside the range counts as neither ended nor started. */
export function endedSeriesOf(
  executions: Iterable<SeriesExecution>,
  buckets: Buckets,
): readonly EndedPoint[] {
  const counted = [...executions].filter((execution) => counts(execution, buckets));
  const own = busiestGroups(counted, buckets);
  const gathered = new Map<string, Gathered>();
  const gather = (at: Date, execution: SeriesExecution): Gathered => {
    const name = groupOf(execution, buckets.by);
    const group = name !== null && own.has(name) ? name : null;
    const start = bucketOf(at, buckets.bucketMs);
    const key = `${start.getTime()} ${group ?? ''}`;
    const known = gathered.get(key) ?? { at: start, group, started: 0, ended: [] };
    gathered.set(key, known);
    return known;
  };
  for (const execution of counted) {
    const { startedAt, finishedAt } = execution;
    if (finishedAt !== null) gather(finishedAt, execution).ended.push(execution);
    if (startedAt !== null && within(startedAt, buckets)) gather(startedAt, execution).started += 1;
  }
  return sortedPoints([...gathered.values()].map(pointOf));
}

/** The order of points: by instant, then by group, null last. */
export function sortedPoints(points: readonly EndedPoint[]): readonly EndedPoint[] {
  return [...points].sort(
    (one, other) => one.at.getTime() - other.at.getTime() || byGroup(one.group, other.group),
  );
}

function byGroup(one: string | null, other: string | null): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -1 : 1;
}

function within(at: Date, { since, until }: Buckets): boolean {
  return at >= since && at < until;
}

function counts({ status, finishedAt }: SeriesExecution, buckets: Buckets): boolean {
  return finishedAt === null ? status === 'running' && buckets.by !== 'status' : within(finishedAt, buckets);
}

function groupOf(execution: SeriesExecution, by: SeriesGrouping | null): string | null {
  return by === null ? null : execution[by];
}

function busiestGroups(
  executions: readonly SeriesExecution[],
  { by, mostGroups }: Buckets,
): ReadonlySet<string> {
  const totals = new Map<string, number>();
  for (const execution of executions) {
    const group = groupOf(execution, by);
    if (group !== null && execution.finishedAt !== null) totals.set(group, (totals.get(group) ?? 0) + 1);
  }
  const ordered = [...totals].sort(([one, ones], [other, others]) => others - ones || byGroup(one, other));
  return new Set(ordered.slice(0, mostGroups).map(([group]) => group));
}

function pointOf({ at, group, started, ended }: Gathered): EndedPoint {
  return {
    at,
    group,
    started,
    counts: countStatuses(ended),
    durations: durationStatistics(ended),
    waits: waitStatistics(ended),
  };
}

function waitStatistics(executions: readonly SeriesExecution[]): WaitStatistics {
  const waits = executions.flatMap(({ startedAt, availableAt }) =>
    startedAt === null ? [] : Math.max(0, startedAt.getTime() - availableAt.getTime()),
  );
  if (waits.length === 0) return { averageMs: null, longestMs: null };
  const [sum, longest] = waits.reduce(([total, most], wait) => [total + wait, Math.max(most, wait)], [0, 0]);
  return { averageMs: (sum ?? 0) / waits.length, longestMs: longest ?? 0 };
}
