import type { Execution } from '@scheduler/contracts';
import {
  claimExecution,
  executionClaimed,
  type ClaimExecutions,
  type ClaimExecutionsById,
  type ClaimReleased,
  claimTerms,
  type ClaimTerms,
  jobConcurrencyLimit,
  releasedCandidates,
} from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import type { ExecutionRecord } from '../tables/execution-record.js';
import type { ConcurrencyGate } from '../tables/concurrency-gate.js';
import type { WaitingLane } from '../tables/waiting-lane.js';

/** Claims executions, lane by lane (A2). */
export function claim(database: MemoryDatabase, request: ClaimExecutions): readonly Execution[] {
  const terms = claimTerms(request, database.now());
  const nowMs = terms.at.getTime();
  const except = new Set(request.exceptTypes);
  const claimed: Execution[] = [];
  for (const { queue, limit, moreUrgentThan = Infinity } of request.lanes) {
    const lane = database.executions.lane(queue);
    if (lane === undefined || database.queues.isPaused(queue)) continue;
    for (let left = Math.min(limit, capacityOf(database, queue)); left > 0; left -= 1) {
      const record = firstClaimable(database, lane, { nowMs, except });
      if (record === null || record.execution.priority >= moreUrgentThan) break;
      claimed.push(start(database, record, terms));
    }
  }
  return claimed;
}

/** Claims executions by their ids (A2). */
export function claimById(database: MemoryDatabase, request: ClaimExecutionsById): readonly Execution[] {
  const terms = claimTerms(request, database.now());
  const nowMs = terms.at.getTime();
  const except = new Set(request.exceptTypes);
  const claimed: Execution[] = [];
  for (const id of request.ids) {
    const record = database.executions.records.get(id);
    if (record === undefined || record.execution.status !== 'pending') continue;
    if (record.sortMs > nowMs || closedGateOf(record) !== null) continue;
    const { queue, type } = record.execution;
    if (except.has(type)) continue;
    if (database.queues.isPaused(queue) || capacityOf(database, queue) <= 0) continue;
    claimed.push(start(database, record, terms));
  }
  return claimed;
}

/** Claims what a settlement has released just now, unless something more urgent waits. */
export function claimReleased(
  database: MemoryDatabase,
  added: readonly Execution[],
  released: ClaimReleased,
): readonly Execution[] {
  const terms = claimTerms(released, database.now());
  const moment = { nowMs: terms.at.getTime(), except: new Set(released.exceptTypes) };
  const claimed: Execution[] = [];
  for (const [queue, candidates] of releasedCandidates(added, released, terms.at)) {
    const lane = database.executions.lane(queue);
    if (lane === undefined || database.queues.isPaused(queue)) continue;
    for (const { id, priority } of candidates) {
      if (capacityOf(database, queue) <= 0) break;
      const first = firstClaimable(database, lane, moment);
      if (first !== null && first.execution.priority < priority) break;
      const record = database.executions.records.get(id);
      if (record?.execution.status === 'pending') claimed.push(start(database, record, terms));
    }
  }
  return claimed;
}

export interface ClaimMoment {
  readonly nowMs: number;
  /** The types that are passed over. */
  readonly except: ReadonlySet<string>;
}

/** The first execution that is available, not excepted and not blocked. Blocked ones before it are parked until their gate may be open. */
export function firstClaimable(
  { executions }: MemoryDatabase,
  lane: WaitingLane<ExecutionRecord>,
  { nowMs, except }: ClaimMoment,
): ExecutionRecord | null {
  for (;;) {
    const record = lane.first(nowMs, except);
    const gate = record === null ? null : closedGateOf(record);
    if (record === null || gate === null) return record;
    executions.park(record, gate, nowMs);
  }
}

/** The concurrency limit that blocks the execution. Null: none does. */
function closedGateOf({
  runs,
  keyRuns,
  execution,
}: ExecutionRecord): ConcurrencyGate<ExecutionRecord> | null {
  if (runs !== null && runs.running >= jobConcurrencyLimit(execution)) return runs;
  if (keyRuns !== null && keyRuns.running >= (execution.concurrencyLimit ?? Infinity)) return keyRuns;
  return null;
}

/** How many more executions of a queue may run over all nodes. */
function capacityOf({ queues, executions }: MemoryDatabase, queue: string): number {
  const limit = queues.globalLimit(queue);
  return limit === null ? Infinity : limit - executions.runningIn(queue);
}

function start({ executions, log }: MemoryDatabase, record: ExecutionRecord, terms: ClaimTerms): Execution {
  const claimed = claimExecution(record.execution, terms);
  executions.replace(record, claimed, terms.at.getTime());
  log?.append(executionClaimed(claimed));
  return claimed;
}
