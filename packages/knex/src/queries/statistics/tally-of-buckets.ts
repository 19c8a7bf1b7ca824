import { raw, type Sql, sql } from '../../sql/sql.js';
import { durationSums, statusCounts } from './tally.js';

/** How long the last attempt of an execution had waited to start. A start before the instant of availability did not wait. */
const WAIT =
  'CASE WHEN started_at IS NULL THEN NULL WHEN started_at > available_at THEN started_at - available_at ELSE 0 END';

/**
 * The same as `tally` for each bucket of time and each group, and how long executions waited. The executions are read once.
 *
 * @param from a SELECT of executions that ended
 * @param group an expression for the name of a group
 */
export function tallyOfBuckets(from: Sql, group: Sql, bucketMs: number): Sql {
  const bucket = raw(`finished_at - finished_at % ${bucketMs}`);
  return sql`WITH chosen AS (
      SELECT ${bucket} AS at_ms, ${group} AS group_name, status, duration_ms, ${raw(WAIT)} AS wait_ms FROM (${from}) ended
    ), grouped AS (
      SELECT at_ms, group_name, status, duration_ms, COUNT(*) AS total, SUM(wait_ms) AS wait_sum, MAX(wait_ms) AS wait_most, COUNT(wait_ms) AS wait_count
      FROM chosen GROUP BY at_ms, group_name, status, duration_ms
    ), ranked AS (
      SELECT at_ms, group_name, duration_ms, total, SUM(total) OVER (PARTITION BY at_ms, group_name ORDER BY duration_ms) AS up_to,
        SUM(total) OVER (PARTITION BY at_ms, group_name) AS of_all
      FROM grouped WHERE status = 'success' AND duration_ms IS NOT NULL
    ), counted AS (
      SELECT at_ms, group_name, ${statusCounts}, SUM(wait_sum) AS waited_ms, MAX(wait_most) AS longest_wait_ms, SUM(wait_count) AS waits
      FROM grouped GROUP BY at_ms, group_name
    ), timed AS (
      SELECT at_ms AS timed_at_ms, group_name AS timed_group, ${durationSums} FROM ranked GROUP BY at_ms, group_name
    )
    SELECT * FROM counted LEFT JOIN timed ON timed_at_ms = at_ms AND timed_group = group_name`;
}
