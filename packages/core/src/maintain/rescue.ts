import type { Logger } from '@scheduler/contracts';
import type { ExecutionRepository, JobQueue } from '@scheduler/contracts/adapter';
import type { SchedulerConfig } from '../config/scheduler-config.js';
import { announce, signalQueues } from '../signals/announce.js';
import { logFailure } from '../signals/log-failure.js';
import type { ExecutionEvents } from '../signals/events/execution-events.js';

export interface RescueParts {
  readonly executions: ExecutionRepository;
  readonly queue: JobQueue;
  readonly events: ExecutionEvents;
  readonly logger: Logger;
  readonly config: SchedulerConfig;
}

const RESCUED_AT_ONCE = 500;

/** Takes executions back from nodes that died or froze. Returns how many. */
export async function rescue({ executions, queue, events, logger, config }: RescueParts): Promise<number> {
  const { enabled, queue: deadQueue } = config.deadLetters;
  const rescued = await executions.rescue({
    graceMs: config.lease.rescueGraceMs,
    limit: RESCUED_AT_ONCE,
    deadLetterQueue: enabled ? deadQueue : null,
  });
  if (rescued.length === 0) return 0;
  logger.warn('rescued executions whose lease had expired', { executions: rescued.length });
  events.publish('scheduler:execution.rescued', rescued);
  for (const execution of rescued) {
    if (execution.status === 'pending') continue;
    events.publishSettled(execution);
    logFailure(logger, execution);
  }
  await announce({ queue, logger }, rescued);
  // Others may have waited for them: for their job, their concurrency key or a place in their queue.
  await signalQueues({ queue, logger }, [...new Set(rescued.map((execution) => execution.queue))]);
  return rescued.length;
}
