import type { ExceptTypes, Lane, LeaseTerms } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import type { Row } from '../database/results.js';
import { list, raw, type Sql, sql } from '../sql/sql.js';
import { candidatesFor, isNoneOf } from './candidates.js';
import { readCapacity } from './read-capacity.js';
import { candidateOf } from './capacity.js';
import { claimUnderLimits } from './claim-under-limits.js';
import { limitEpochNames } from './limit-epochs.js';

export interface ClaimLimited extends LeaseTerms, Lane, ExceptTypes {
  /** Claims only these executions. Missing: any. */
  readonly ids?: readonly string[];
}

/** How many rounds may fail because other nodes claimed first. */
const MAX_RACES = 5;
/** A round reads only the first candidates. Executions behind those that a full limit holds back are found by the next round. */
const MAX_ROUNDS = 20;

/**
 * Claims from a queue with concurrency limits (A2): counts what runs, chooses what the limits allow, and claims it if no other node has
 * claimed under the same limits meanwhile.
 */
export async function claimLimited(database: Database, request: ClaimLimited): Promise<readonly Row[]> {
  const claimed: Row[] = [];
  let races = 0;
  for (let round = 0; round < MAX_ROUNDS && races < MAX_RACES; round += 1) {
    const remaining = request.limit - claimed.length;
    const rows = remaining <= 0 ? [] : await claimRound(database, { ...request, limit: remaining });
    if (rows === null) races += 1;
    else if (rows.length === 0) break;
    else claimed.push(...rows);
  }
  return claimed;
}

/** Null: other nodes claimed first. Empty: the limits allow nothing more. */
async function claimRound(database: Database, request: ClaimLimited): Promise<readonly Row[] | null> {
  const { queue, limit, moreUrgentThan, exceptTypes, ids, ...terms } = request;
  const current = await readCapacity(database, queue);
  const most = Math.min(limit, current?.capacity.inQueue ?? 0);
  if (current === null || most <= 0) return [];
  const urgent = moreUrgentThan === undefined ? raw('') : sql` AND e.priority < ${moreUrgentThan}`;
  const named = ids === undefined ? raw('') : sql` AND e.id IN ${list(ids)}${isNoneOf(exceptTypes)}`;
  const where = sql`${current.isUnderLimits}${urgent}${named}`;
  // The types of named executions are compared one by one.
  const skipped = ids === undefined ? exceptTypes : [];
  const first = await candidatesFor(database, {
    queue,
    where,
    limit: most,
    moreUrgentThan,
    exceptTypes: skipped,
  });
  if (first === null) return [];
  const candidates = await database.rows(candidatesOf(database, first));
  const chosen = current.capacity.choose(candidates.map(candidateOf), most);
  if (chosen.ids.length === 0) return [];
  const names = limitEpochNames(chosen.limits);
  const epochs = names.flatMap((name) => current.epochs.get(name) ?? []);
  if (epochs.length < names.length) return null;
  return claimUnderLimits(database, { ids: chosen.ids, epochs, terms });
}

function candidatesOf({ tables }: Database, first: Sql): Sql {
  return sql`SELECT e.id, e.job_id, e.tenant, e.job_limit, e.limit_key, e.key_limit FROM ${tables.executions} e JOIN (${first}) f ON f.id = e.id ORDER BY e.priority, e.available_at, e.id`;
}
