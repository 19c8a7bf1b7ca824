import type { EndedBetween, EndedStatistics } from '@scheduler/contracts/adapter';
import type { Database } from '../../database/database.js';
import { sql } from '../../sql/sql.js';
import { inScope } from '../shared/in-scope.js';
import { countsOf, durationsOf, tally } from './tally.js';

/** The statistics of executions by the instant of their end, which has an index. Its first column has one of two values. */
export async function endedExecutions(
  database: Database,
  { tenant, since, until }: EndedBetween,
): Promise<EndedStatistics> {
  const [row = {}] = await database.rows(
    tally(
      sql`SELECT status, duration_ms FROM ${database.tables.executions} WHERE in_workflow IN (0, 1) AND finished_at >= ${since.getTime()} AND finished_at <= ${until.getTime()} AND ${inScope(tenant)}`,
    ),
  );
  return { counts: countsOf(row), durations: durationsOf(row) };
}
