import type { ExecutionRepository, PruneExecutions } from '@scheduler/contracts';
import type { SchedulerConfig } from '../config/scheduler-config.js';

const PRUNED_AT_ONCE = 1_000;

/** Removes what is older than its retention, in small steps. Returns how many executions. */
export async function prune(
  executions: ExecutionRepository,
  config: SchedulerConfig,
  now: Date,
): Promise<number> {
  const before = (ageMs: number) => new Date(now.getTime() - ageMs);
  const { retention, deadLetters } = config;
  const failed: PruneExecutions['statuses'] = ['failed', 'timeout'];
  const rules: readonly Omit<PruneExecutions, 'limit'>[] = [
    {
      statuses: ['success', 'cancelled', 'skipped'],
      finishedBefore: before(retention.successMs),
      deadLettered: false,
    },
    { statuses: failed, finishedBefore: before(retention.failedMs), deadLettered: false },
    { statuses: failed, finishedBefore: before(deadLetters.retentionMs), deadLettered: true },
  ];
  let total = 0;
  for (const rule of rules) {
    for (let removed = PRUNED_AT_ONCE; removed === PRUNED_AT_ONCE; total += removed) {
      removed = await executions.prune({ ...rule, limit: PRUNED_AT_ONCE });
    }
  }
  return total;
}
