import type { ClaimExecutions, ClaimExecutionsById, Execution, Lane, LeaseTerms } from '@scheduler/contracts';
import type { Database } from '../database/database.js';
import type { Row } from '../database/results.js';
import { claimedFromRow } from '../rows/execution-row.js';
import { list, raw, type Sql, sql } from '../sql/sql.js';
import { quarantineExecution } from './quarantine.js';
import { takeLeases } from './take-leases.js';

/** A2 */
export async function claim(database: Database, request: ClaimExecutions): Promise<readonly Execution[]> {
  const claimed: Execution[] = [];
  for (const lane of request.lanes) {
    if (lane.limit > 0) claimed.push(...(await claimLane(database, { ...request, ...lane })));
  }
  return claimed;
}

function claimLane(
  database: Database,
  { queue, limit, moreUrgentThan, ...terms }: LeaseTerms & Lane,
): Promise<readonly Execution[]> {
  const urgent = moreUrgentThan === undefined ? raw('') : sql` AND e.priority < ${moreUrgentThan}`;
  const where = sql`e.queue = ${queue} AND ${claimable(database)} AND ${isOpen(database, sql`${queue}`)}${urgent}`;
  const candidates = database.dialect.candidates({ table: database.tables.executions, where, limit });
  return read(database, takeLeases(database, candidates, terms));
}

/** A2 for named executions. */
export async function claimById(
  database: Database,
  { ids, ...terms }: ClaimExecutionsById,
): Promise<readonly Execution[]> {
  if (ids.length === 0) return [];
  const { dialect, tables } = database;
  const lock = dialect.returning ? raw(dialect.lockFree) : raw('');
  const candidates = sql`SELECT e.id FROM ${tables.executions} e WHERE e.id IN ${list(ids)} AND ${claimable(database)} AND ${isOpen(database, raw('e.queue'))} ${lock}`;
  return read(database, takeLeases(database, candidates, terms));
}

/**
 * Waiting, available, and not held up by its job: an exclusive execution has to wait while another one of its job runs, or while a
 * more urgent one of the same queue can be claimed itself.
 */
function claimable(database: Database): Sql {
  const { executions } = database.tables;
  const runs = sql`SELECT 1 FROM ${executions} r WHERE r.job_id = e.exclusive_job AND r.status = 'running'`;
  const precedes = raw(
    '(p.priority < e.priority OR (p.priority = e.priority AND (p.available_at < e.available_at OR (p.available_at = e.available_at AND p.id < e.id))))',
  );
  const waits = sql`SELECT 1 FROM ${executions} p WHERE p.job_id = e.exclusive_job AND p.status = 'pending' AND p.queue = e.queue AND p.exclusive_job IS NOT NULL AND p.available_at <= ${database.now} AND ${precedes}`;
  return sql`e.status = 'pending' AND e.available_at <= ${database.now} AND (e.exclusive_job IS NULL OR (NOT EXISTS (${runs}) AND NOT EXISTS (${waits})))`;
}

/** Not paused by an operator. */
function isOpen({ tables }: Database, queue: Sql): Sql {
  return sql`NOT EXISTS (SELECT 1 FROM ${tables.queues} q WHERE q.name = ${queue} AND q.paused = 1)`;
}

/** In the order of their urgency. A row that cannot be read ends as failed, and stops nobody else. */
async function read(database: Database, claimed: Promise<readonly Row[]>): Promise<readonly Execution[]> {
  const executions: Execution[] = [];
  for (const row of await claimed) {
    try {
      executions.push(claimedFromRow(row));
    } catch {
      await quarantineExecution(database, row);
    }
  }
  const [first] = executions;
  const startedAt = first?.startedAt ?? null;
  if (startedAt !== null) database.observe(startedAt.getTime());
  return executions.sort(byUrgency);
}

function byUrgency(a: Execution, b: Execution): number {
  return (
    a.priority - b.priority || a.availableAt.getTime() - b.availableAt.getTime() || (a.id < b.id ? -1 : 1)
  );
}
