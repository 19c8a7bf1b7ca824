import { type Execution, executionStatuses } from '@scheduler/contracts';
import { executionsDeleted, type PruneExecutions } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import type { OrderedQueue } from '../ordered/ordered-queue.js';
import { isBefore } from '../ordered/ordered-item.js';
import type { ExecutionRecord } from '../tables/execution-record.js';

export function prune(database: MemoryDatabase, request: PruneExecutions): number {
  const { executions } = database;
  const beforeMs = request.finishedBefore.getTime();
  const at = database.now();
  const pruned: Execution[] = [];
  const ended = endedOf(database, request);
  let tooMany = request.keep === null ? 0 : sizeOf(ended) - request.keep;
  for (
    let oldest = oldestOf(ended);
    oldest !== null && pruned.length < request.limit;
    oldest = oldestOf(ended)
  ) {
    if (oldest.sortMs >= beforeMs && tooMany <= 0) break;
    executions.remove(oldest, at.getTime());
    tooMany -= 1;
    pruned.push(oldest.execution);
  }
  database.log?.append(...executionsDeleted(pruned, { at, cause: request.cause ?? null }));
  return pruned.length;
}

type Ended = readonly OrderedQueue<ExecutionRecord>[];

function endedOf({ executions }: MemoryDatabase, { statuses, deadLettered }: PruneExecutions): Ended {
  return [...new Set(statuses)]
    .filter((status) => executionStatuses.isFinal(status))
    .flatMap((status) => executions.ended.of(status, deadLettered) ?? []);
}

function sizeOf(ended: Ended): number {
  return ended.reduce((sum, { size }) => sum + size, 0);
}

function oldestOf(ended: Ended): ExecutionRecord | null {
  let oldest: ExecutionRecord | null = null;
  for (const queue of ended) {
    const first = queue.first();
    if (first !== null && (oldest === null || isBefore(first, oldest))) oldest = first;
  }
  return oldest;
}
