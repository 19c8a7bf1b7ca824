import type { ExceptTypes } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { list, raw, type Sql, sql } from '../sql/sql.js';
import { claimable } from './shared/claimable.js';
import { typesToClaim } from './types-to-claim.js';

export interface CandidatesRequest {
  readonly queue: string;
  /** A condition on the execution e, besides that it waits in the queue and is available and not blocked. */
  readonly where: Sql;
  readonly limit: number;
  readonly moreUrgentThan: number | undefined;
  readonly exceptTypes: readonly string[] | undefined;
}

/**
 * The ids of the executions to claim, most urgent first. Where types are excepted, what waits is searched type by type, so that any number of
 * executions of other types may come first. Null: there are none.
 */
export async function candidatesFor(
  database: Database,
  { queue, where: further, limit, moreUrgentThan, exceptTypes = [] }: CandidatesRequest,
): Promise<Sql | null> {
  const { dialect, tables } = database;
  const table = tables.executions;
  const isClaimable = (isWaiting?: Sql) =>
    sql`e.queue = ${queue} AND ${claimable(database, isWaiting)} AND ${further}`;
  if (exceptTypes.length === 0) return dialect.candidates({ table, where: isClaimable(), limit });
  const pairs = await typesToClaim(database, { queue, exceptTypes, moreUrgentThan });
  if (pairs.length === 0) return null;
  const byType = raw(dialect.byIndex(`${tables.prefix}executions_types`));
  const where = isClaimable(raw(dialect.waitsByType('e.status')));
  return dialect.candidatesOfTypes({ table, where, limit, pairs, byType });
}

/** A condition that is added to others: the type of the execution e is not excepted. */
export function isNoneOf(exceptTypes: ExceptTypes['exceptTypes'] = []): Sql {
  return exceptTypes.length === 0 ? raw('') : sql` AND e.type NOT IN ${list(exceptTypes)}`;
}
