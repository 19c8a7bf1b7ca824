import type { LeaseTerms } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import type { Row } from '../database/results.js';
import { appendClaimed, claimStatement } from '../event-log/claimed.js';
import { list, raw, type Sql, sql } from '../sql/sql.js';
import { claimedColumns, leased, lockAndTake } from './take-leases.js';
import type { LimitEpoch } from './limit-epochs.js';

interface LimitedClaim {
  readonly ids: readonly string[];
  /** The epochs that were read together with the counts by which the ids were chosen. */
  readonly epochs: readonly LimitEpoch[];
  readonly terms: LeaseTerms;
}

/** Claims if no epoch has changed since, and increments the epochs. Null: other nodes claimed first, and nothing was claimed. */
export async function claimUnderLimits(
  database: Database,
  take: LimitedClaim,
): Promise<readonly Row[] | null> {
  try {
    const rows = await (database.dialect.writableCte
      ? inOneStatement(database, take)
      : database.transaction((on) => inTransaction(database, take, on)));
    return rows === null || rows.length === 0 ? null : rows;
  } catch (error) {
    if (database.duplicate(error) === 'exclusive') return null;
    throw error;
  }
}

/** One statement, so that a node that freezes cannot hold locks in the middle. */
function inOneStatement(database: Database, { ids, epochs, terms }: LimitedClaim): Promise<readonly Row[]> {
  const { dialect, tables } = database;
  const source = dialect.source([
    { name: 'name', type: 'text', values: epochs.map(({ name }) => name) },
    { name: 'epoch', type: 'int', values: epochs.map(({ epoch }) => epoch) },
  ]);
  const incremented = sql`UPDATE ${tables.locks} AS l SET epoch = l.epoch + 1 FROM ${source} WHERE l.name = s.name AND l.epoch = s.epoch RETURNING l.name`;
  const all = sql`(SELECT COUNT(*) FROM incremented) = ${dialect.typed(epochs.length, 'int')}`;
  const free = sql`SELECT e.id FROM ${tables.executions} e WHERE e.id IN ${list(ids)} AND ${isFree(database)} AND ${all} ${raw(dialect.skipLocked)}`;
  const update = sql`UPDATE ${tables.executions} AS t SET ${leased(database, terms)} FROM c WHERE t.id = c.id RETURNING ${claimedColumns('t.')}`;
  const candidates = sql`incremented AS (${incremented}), c AS MATERIALIZED (${free})`;
  return database.rows(claimStatement(database, { candidates, update, owner: terms.owner }));
}

/** An epoch that was incremented before another one turned out to be outdated only makes other nodes read again. */
async function inTransaction(
  database: Database,
  { ids, epochs, terms }: LimitedClaim,
  on: Executor,
): Promise<readonly Row[] | null> {
  const { dialect, tables } = database;
  for (const { name, epoch } of epochs) {
    const incremented = sql`UPDATE ${tables.locks} SET epoch = epoch + 1 WHERE name = ${name} AND epoch = ${epoch}`;
    if ((await database.write(incremented, on)) === 0) return null;
  }
  const candidates = sql`SELECT e.id FROM ${tables.executions} e WHERE e.id IN ${list(ids)} AND ${isFree(database)}`;
  if (!dialect.returning) return lockAndTake(database, candidates, { ...terms, on });
  const rows = await database.rows(
    sql`UPDATE ${tables.executions} SET ${leased(database, terms)} WHERE id IN (${candidates}) RETURNING ${claimedColumns('')}`,
    on,
  );
  await appendClaimed(database, on, { rows, owner: terms.owner });
  return rows;
}

/** A condition: the execution was not claimed or cancelled, nor its queue paused, since it was chosen. */
function isFree({ dialect, tables }: Database): Sql {
  return sql`${raw(dialect.unindexed('e.status'))} = 'pending' AND NOT EXISTS (SELECT 1 FROM ${tables.queues} q WHERE q.name = e.queue AND q.paused = 1)`;
}
