import type { SeriesLine, SeriesPoint, StatisticsSeries } from '@scheduler/contracts';
import type { EndedPoint, EndedSeries, ExecutionCounts } from '@scheduler/contracts/adapter';
import { performanceOf } from './metrics-of.js';
import type { SeriesRange } from './series-query.js';

interface SeriesFacts {
  readonly range: SeriesRange;
  readonly jobId: string | null;
  readonly ended: EndedSeries;
  readonly now: Date;
}

/** The lines of a series, with a point for each bucket that was counted. */
export function seriesOf({ range, jobId, ended, now }: SeriesFacts): StatisticsSeries {
  const { since, until, bucketMs, by } = range;
  const groups = by === null ? [null] : groupsOf(ended.points);
  return {
    since,
    until,
    bucketMs,
    by,
    jobId,
    countedSince: ended.since,
    lines: groups.map((group) => lineOf(group, ended, range)),
    generatedAt: now,
  };
}

/** The busiest first, then by name; all others together come last. */
function groupsOf(points: readonly EndedPoint[]): readonly (string | null)[] {
  const totals = new Map<string | null, number>();
  for (const { group, counts, started } of points)
    totals.set(group, (totals.get(group) ?? 0) + Math.max(totalOf(counts), started));
  return [...totals]
    .sort(([one, ones], [other, others]) => {
      if (one === null || other === null) return one === null ? 1 : -1;
      return others - ones || (one < other ? -1 : 1);
    })
    .map(([group]) => group);
}

function lineOf(group: string | null, ended: EndedSeries, { until, bucketMs }: SeriesRange): SeriesLine {
  const known = new Map(
    ended.points.filter((point) => point.group === group).map((point) => [point.at.getTime(), point]),
  );
  const points: SeriesPoint[] = [];
  for (let atMs = ended.since.getTime(); atMs < until.getTime(); atMs += bucketMs)
    points.push(pointOf(known.get(atMs) ?? nothingAt(atMs, group)));
  return { group, points };
}

function pointOf({ at, started, counts, durations, waits }: EndedPoint): SeriesPoint {
  const { success: successful, failed, timeout, cancelled, skipped } = counts;
  return {
    at,
    started,
    ended: { total: totalOf(counts), successful, failed, timeout, cancelled, skipped },
    performance: performanceOf(counts, durations),
    waiting: { avgMs: waits.averageMs, maxMs: waits.longestMs },
  };
}

function totalOf({ success, failed, timeout, cancelled, skipped }: ExecutionCounts): number {
  return success + failed + timeout + cancelled + skipped;
}

function nothingAt(atMs: number, group: string | null): EndedPoint {
  return {
    at: new Date(atMs),
    group,
    started: 0,
    counts: { pending: 0, running: 0, success: 0, failed: 0, timeout: 0, cancelled: 0, skipped: 0 },
    durations: {
      averageMs: null,
      shortestMs: null,
      longestMs: null,
      p50Ms: null,
      p95Ms: null,
      p99Ms: null,
    },
    waits: { averageMs: null, longestMs: null },
  };
}
