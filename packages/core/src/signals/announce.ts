import type { Execution, Logger } from '@scheduler/contracts';
import type { DispatchNote, JobQueue } from '@scheduler/contracts/adapter';
import type { ExecutionEvents } from './events/execution-events.js';

export interface AnnounceParts {
  readonly queue: JobQueue;
  readonly logger: Logger;
  /** True: the executions may have been announced before. */
  readonly redelivery?: boolean;
}

/** Publishes the events of new executions: dispatched, or skipped instead. */
export function publishNew(events: ExecutionEvents, executions: readonly Execution[]): void {
  const isSkipped = ({ status }: Execution) => status === 'skipped';
  if (!executions.some(isSkipped)) {
    events.publish('scheduler:job.dispatch', executions);
    return;
  }
  events.publish(
    'scheduler:job.dispatch',
    executions.filter((execution) => !isSkipped(execution)),
  );
  events.publish('scheduler:execution.skipped', executions.filter(isSkipped));
}

/**
 * Dispatches waiting executions to their queues. They are committed already: a dispatch that fails delays them until the next poll, and
 * must not fail the caller.
 */
export async function announce(
  { queue, logger, redelivery = false }: AnnounceParts,
  executions: readonly Execution[],
): Promise<void> {
  const notes = executions.filter(({ status }) => status === 'pending').map(noteOf);
  if (notes.length === 0) return;
  try {
    await queue.dispatch({ notes, redelivery });
  } catch (error) {
    logger.warn('dispatch failed; the next poll finds them', {
      executions: notes.length,
      error: String(error),
    });
  }
}

/** Signals that something which waited in these queues may be claimable now. Without the signal the next poll finds it. */
export async function signalQueues(
  { queue, logger }: { readonly queue: Pick<JobQueue, 'signal'>; readonly logger: Logger },
  queues: readonly string[],
): Promise<void> {
  try {
    await queue.signal?.({ queues });
  } catch (error) {
    logger.warn('a signal failed; the next poll finds what waits', { queues, error: String(error) });
  }
}

function noteOf({ id, queue, priority, availableAt, fence }: Execution): DispatchNote {
  return { executionId: id, queue, priority, availableAt, fence };
}
