import type { ExecutionRepository, PruneExecutions } from '@scheduler/contracts/adapter';
import type { SchedulerConfig } from '../config/scheduler-config.js';
import { emitPrunedDeadLetters } from '../signals/telemetry/emit-dead-letters.js';

/** How many executions were deleted, by how they had ended. */
export interface PruneReport {
  /** Executions with the status success, cancelled or skipped. */
  readonly ended: number;
  /** Executions with the status failed or timeout that are no dead letters. */
  readonly failed: number;
  readonly deadLetters: number;
}

export interface PruneOptions {
  /** Called after each step with the number of executions deleted so far, of all kinds. */
  readonly onProgress?: (deleted: number) => void;
}

export interface PruneRequest extends PruneOptions {
  readonly executions: ExecutionRepository;
  readonly config: SchedulerConfig;
  /** The store's time. */
  readonly now: Date;
}

type Rule = Omit<PruneExecutions, 'limit'>;

const PRUNED_AT_ONCE = 1_000;

/** Deletes executions that are older than their retention, and the oldest dead letters where there are too many, in small steps. */
export async function prune({ executions, config, now, onProgress }: PruneRequest): Promise<PruneReport> {
  const report = { ended: 0, failed: 0, deadLetters: 0 };
  const rules = rulesOf(config, now);
  for (const kind of ['ended', 'failed', 'deadLetters'] as const) {
    for (let deleted = PRUNED_AT_ONCE; deleted === PRUNED_AT_ONCE;) {
      deleted = await executions.prune({ ...rules[kind], limit: PRUNED_AT_ONCE });
      report[kind] += deleted;
      if (deleted > 0) onProgress?.(report.ended + report.failed + report.deadLetters);
    }
  }
  emitPrunedDeadLetters(report.deadLetters);
  return report;
}

function rulesOf(
  { retention, deadLetters }: SchedulerConfig,
  now: Date,
): Readonly<Record<keyof PruneReport, Rule>> {
  const before = (ageMs: number) => new Date(now.getTime() - ageMs);
  const failed = ['failed', 'timeout'] as const;
  return {
    ended: {
      statuses: ['success', 'cancelled', 'skipped'],
      finishedBefore: before(retention.successMs),
      deadLettered: false,
      keep: null,
    },
    failed: {
      statuses: failed,
      finishedBefore: before(retention.failedMs),
      deadLettered: false,
      keep: null,
    },
    deadLetters: {
      statuses: failed,
      finishedBefore: before(deadLetters.retentionMs),
      deadLettered: true,
      keep: deadLetters.maxEntries,
    },
  };
}
