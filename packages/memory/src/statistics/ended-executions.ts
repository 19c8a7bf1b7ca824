import type { Execution } from '@scheduler/contracts';
import {
  countStatuses,
  durationStatistics,
  type EndedBetween,
  type EndedStatistics,
  isInScope,
} from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';

export function endedExecutions(
  { executions }: MemoryDatabase,
  { tenant, since, until }: EndedBetween,
): EndedStatistics {
  const ended: Execution[] = [];
  for (const { execution } of executions.records.values()) {
    const { finishedAt } = execution;
    if (finishedAt === null || !isInScope(execution, tenant)) continue;
    if (finishedAt >= since && finishedAt <= until) ended.push(execution);
  }
  return { counts: countStatuses(ended), durations: durationStatistics(ended) };
}
