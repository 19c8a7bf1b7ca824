import { executionStatuses } from '@scheduler/contracts';
import type { DurationStatistics, ExecutionCounts } from '@scheduler/contracts/adapter';
import type { Row } from '../../database/results.js';
import { toNumberOrNull } from '../../rows/values.js';
import { join, raw, type Sql, sql } from '../../sql/sql.js';

/**
 * Counts executions by status and computes statistics of the durations of successes, as one row. The executions are read once and grouped by
 * duration. Percentiles use the nearest rank, computed in whole numbers.
 *
 * @param from a SELECT with the columns status and duration_ms
 */
export function tally(from: Sql): Sql {
  return sql`WITH grouped AS (
      SELECT status, duration_ms, COUNT(*) AS total FROM (${from}) chosen GROUP BY status, duration_ms
    ), ranked AS (
      SELECT duration_ms, total, SUM(total) OVER (ORDER BY duration_ms) AS up_to, SUM(total) OVER () AS of_all
      FROM grouped WHERE status = 'success' AND duration_ms IS NOT NULL
    ), counted AS (
      SELECT ${statusCounts} FROM grouped
    ), timed AS (
      SELECT ${durationSums} FROM ranked
    )
    SELECT * FROM counted CROSS JOIN timed`;
}

/** Columns over grouped executions, with their number as `total`: how many there are of each status. */
export const statusCounts: Sql = join(
  executionStatuses.statuses.map((status) =>
    raw(`SUM(CASE WHEN status = '${status}' THEN total ELSE 0 END) AS of_${status}`),
  ),
  ', ',
);

/** Columns over durations in their order, each with its number as `total`, the number up to it and the number of all. */
export const durationSums: Sql = raw(
  `SUM(duration_ms * total) AS sum_ms, SUM(total) AS of_timed, MIN(duration_ms) AS shortest_ms, MAX(duration_ms) AS longest_ms, ${[50, 95, 99].map((percent) => percentile(percent)).join(', ')}`,
);

/** The shortest duration that `percent` of the executions do not exceed. */
function percentile(percent: number): string {
  return `MIN(CASE WHEN up_to * 100 >= of_all * ${percent} THEN duration_ms END) AS p${percent}_ms`;
}

export function countsOf(row: Row): ExecutionCounts {
  return Object.fromEntries(
    executionStatuses.statuses.map((status) => [status, Number(row[`of_${status}`] ?? 0)]),
  ) as unknown as ExecutionCounts;
}

export function durationsOf(row: Row): DurationStatistics {
  const sumMs = toNumberOrNull(row['sum_ms']);
  return {
    averageMs: sumMs === null ? null : sumMs / Number(row['of_timed']),
    shortestMs: toNumberOrNull(row['shortest_ms']),
    longestMs: toNumberOrNull(row['longest_ms']),
    p50Ms: toNumberOrNull(row['p50_ms']),
    p95Ms: toNumberOrNull(row['p95_ms']),
    p99Ms: toNumberOrNull(row['p99_ms']),
  };
}
