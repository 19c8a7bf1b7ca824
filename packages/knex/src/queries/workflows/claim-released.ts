import type { Execution } from '@scheduler/contracts';
import {
  claimExecution,
  type ClaimReleased,
  claimTerms,
  releasedCandidates,
} from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../../database/database.js';
import { sql } from '../../sql/sql.js';
import { claimable, isOpen } from '../shared/claimable.js';

interface Terms {
  readonly released: ClaimReleased;
  readonly at: Date;
  readonly on: Executor;
}

/**
 * The executions that are about to be stored, of which those are running that a node claims by its settlement: no second write has to claim
 * them, and they never enter the index of what waits. Whatever a claim would not have taken now stays as it is.
 */
export async function claimReleased(
  database: Database,
  executions: readonly Execution[],
  { released, at, on }: Terms,
): Promise<readonly Execution[]> {
  const claimed = new Map<string, Execution>();
  const terms = claimTerms(released, at);
  for (const [queue, candidates] of releasedCandidates(executions, released, at)) {
    if (database.limitedQueues.has(queue) || !(await mayGoOn(database, queue, { candidates, on }))) continue;
    for (const candidate of candidates) claimed.set(candidate.id, claimExecution(candidate, terms));
  }
  if (claimed.size === 0) return executions;
  return executions.map((execution) => claimed.get(execution.id) ?? execution);
}

interface Candidates {
  readonly candidates: readonly Execution[];
  readonly on: Executor;
}

/** Whether a queue is open, and nothing more urgent waits in it. What another claim takes at this moment does not wait. */
async function mayGoOn(database: Database, queue: string, { candidates, on }: Candidates): Promise<boolean> {
  const { dialect, tables } = database;
  const leastUrgent = Math.max(...candidates.map(({ priority }) => priority));
  const where = sql`e.queue = ${queue} AND ${claimable(database)} AND e.priority < ${leastUrgent}`;
  const urgent = dialect.candidates({ table: tables.executions, where, limit: 1 });
  const [row] = await database.rows(
    sql`SELECT CASE WHEN ${isOpen(database, sql`${queue}`)} THEN 1 ELSE 0 END AS is_open, (SELECT u.id FROM (${urgent}) u) AS urgent`.recurring(),
    on,
  );
  return Number(row?.['is_open']) === 1 && row?.['urgent'] === null;
}
