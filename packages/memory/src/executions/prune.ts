import { executionStatuses, type PruneExecutions } from '@scheduler/contracts';
import type { MemoryDatabase } from '../memory-database.js';

export function prune(database: MemoryDatabase, request: PruneExecutions): number {
  const { executions } = database;
  const beforeMs = request.finishedBefore.getTime();
  const nowMs = database.now().getTime();
  let pruned = 0;
  for (const status of request.statuses.filter((one) => executionStatuses.isFinal(one))) {
    const ended = executions.ended.of(status, request.deadLettered);
    while (pruned < request.limit) {
      const oldest = ended?.first() ?? null;
      if (oldest === null || oldest.sortMs >= beforeMs) break;
      executions.remove(oldest, nowMs);
      pruned += 1;
    }
  }
  return pruned;
}
