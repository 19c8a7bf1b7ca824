import {
  claimExecution,
  type ClaimExecutions,
  type ClaimExecutionsById,
  type ClaimTerms,
  type Execution,
  type LeaseTerms,
} from '@scheduler/contracts';
import type { MemoryDatabase } from '../memory-database.js';
import { takeOut } from '../ordered/placed.js';
import type { ExecutionRecord } from './execution-record.js';
import type { WaitingLane } from './waiting-lane.js';

/** A2 */
export function claim(database: MemoryDatabase, request: ClaimExecutions): readonly Execution[] {
  const terms = termsOf(database, request);
  const nowMs = terms.at.getTime();
  const claimed: Execution[] = [];
  for (const { queue, limit, moreUrgentThan = Infinity } of request.lanes) {
    const lane = database.executions.lane(queue);
    if (lane === undefined || database.queues.isPaused(queue)) continue;
    for (let left = limit; left > 0; left -= 1) {
      const record = firstClaimable(lane, nowMs);
      if (record === null || record.execution.priority >= moreUrgentThan) break;
      claimed.push(start(database, record, terms));
    }
  }
  return claimed;
}

/** A2 */
export function claimById(database: MemoryDatabase, request: ClaimExecutionsById): readonly Execution[] {
  const terms = termsOf(database, request);
  const nowMs = terms.at.getTime();
  const claimed: Execution[] = [];
  for (const id of request.ids) {
    const record = database.executions.records.get(id);
    if (record === undefined || record.execution.status !== 'pending') continue;
    if (record.sortMs > nowMs || isBlocked(record)) continue;
    if (database.queues.isPaused(record.execution.queue)) continue;
    claimed.push(start(database, record, terms));
  }
  return claimed;
}

/** The first that is available and not blocked. Blocked ones on the way are parked with their job until it is free. */
export function firstClaimable(lane: WaitingLane, nowMs: number): ExecutionRecord | null {
  for (;;) {
    const record = lane.first(nowMs);
    if (record === null || record.runs === null || !isBlocked(record)) return record;
    takeOut(record);
    record.runs.park(record);
  }
}

function isBlocked({ runs, execution }: ExecutionRecord): boolean {
  return runs !== null && execution.exclusive && runs.running > 0;
}

function start({ executions }: MemoryDatabase, record: ExecutionRecord, terms: ClaimTerms): Execution {
  const claimed = claimExecution(record.execution, terms);
  executions.replace(record, claimed, terms.at.getTime());
  return claimed;
}

function termsOf(database: MemoryDatabase, { owner, leaseMs }: LeaseTerms): ClaimTerms {
  const at = database.now();
  return { owner, leaseUntil: new Date(at.getTime() + leaseMs), at };
}
