import type { Execution } from '@scheduler/contracts';
import type {
  ClaimExecutions,
  ClaimExecutionsById,
  ExceptTypes,
  Lane,
  LeaseTerms,
} from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import type { Row } from '../database/results.js';
import { ClaimedRows } from '../rows/claimed-row.js';
import { list, raw, sql } from '../sql/sql.js';
import { candidatesFor, isNoneOf } from './candidates.js';
import { claimLimited } from './claim-limited.js';
import { quarantineExecution } from './quarantine.js';
import { readQueues } from './queue-settings.js';
import { claimable, isOpen } from './shared/claimable.js';
import { takeLeases } from './take-leases.js';

/** Claims executions, lane by lane (A2). */
export async function claim(database: Database, request: ClaimExecutions): Promise<readonly Execution[]> {
  const claimed: Execution[] = [];
  for (const lane of request.lanes) {
    if (lane.limit > 0) claimed.push(...(await claimLane(database, { ...request, ...lane })));
  }
  return claimed;
}

type ClaimLane = LeaseTerms & Lane & ExceptTypes;

/**
 * The claim that does not count skips queues with limits. If it returns nothing, the queue may have got limits that this process has not
 * read yet.
 */
async function claimLane(database: Database, lane: ClaimLane): Promise<readonly Execution[]> {
  const { limitedQueues } = database;
  if (limitedQueues.has(lane.queue)) return read(database, lane, claimLimited(database, lane));
  const claimed = await claimWithoutCounting(database, lane);
  if (claimed.length > 0 || !limitedQueues.isStale) return claimed;
  await readQueues(database);
  return limitedQueues.has(lane.queue) ? read(database, lane, claimLimited(database, lane)) : claimed;
}

async function claimWithoutCounting(
  database: Database,
  { queue, limit, moreUrgentThan, exceptTypes, ...terms }: ClaimLane,
): Promise<readonly Execution[]> {
  const urgent = moreUrgentThan === undefined ? raw('') : sql` AND e.priority < ${moreUrgentThan}`;
  const where = sql`${isOpen(database, sql`${queue}`)}${urgent}`;
  const candidates = await candidatesFor(database, { queue, where, limit, moreUrgentThan, exceptTypes });
  if (candidates === null) return [];
  return read(database, terms, takeLeases(database, candidates, terms));
}

/** Claims executions by their ids (A2). */
export async function claimById(
  database: Database,
  { ids, exceptTypes = [], ...terms }: ClaimExecutionsById,
): Promise<readonly Execution[]> {
  if (ids.length === 0) return [];
  const { dialect, tables } = database;
  const lock = dialect.returning ? raw(dialect.skipLocked) : raw('');
  const isWaiting = raw(`${dialect.unindexed('e.status')} = 'pending'`);
  const candidates = sql`SELECT e.id FROM ${tables.executions} e WHERE e.id IN ${list(ids)} AND ${claimable(database, isWaiting)} AND ${isOpen(database, raw('e.queue'))}${isNoneOf(exceptTypes)} ${lock}`;
  const claimed = await read(database, terms, takeLeases(database, candidates, terms));
  if (claimed.length === ids.length) return claimed;
  return [...claimed, ...(await claimLimitedById(database, { ids, exceptTypes, ...terms }))];
}

/** Claims those of the executions that wait in queues with limits. */
async function claimLimitedById(
  database: Database,
  { ids, ...terms }: ClaimExecutionsById,
): Promise<readonly Execution[]> {
  if (database.limitedQueues.isStale) await readQueues(database);
  if (database.limitedQueues.isEmpty) return [];
  const rows = await database.rows(
    sql`SELECT DISTINCT queue FROM ${database.tables.executions} ${raw(database.dialect.byPrimaryKey)} WHERE id IN ${list(ids)} AND status = 'pending'`,
  );
  const claimed: Execution[] = [];
  for (const queue of rows.map((row) => String(row['queue']))) {
    const lane = { queue, limit: ids.length, ids, ...terms };
    if (database.limitedQueues.has(queue))
      claimed.push(...(await read(database, terms, claimLimited(database, lane))));
  }
  return claimed;
}

/** Reads the rows, most urgent first. One that cannot be read is settled as failed and does not affect the others. */
async function read(
  database: Database,
  terms: LeaseTerms,
  claimed: Promise<readonly Row[]>,
): Promise<readonly Execution[]> {
  const executions: Execution[] = [];
  const rows = new ClaimedRows(terms);
  for (const row of await claimed) {
    try {
      executions.push(rows.read(row));
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
