import type { Logger } from '@scheduler/contracts';
import { eachPage, type ExecutionRepository, type JobQueue } from '@scheduler/contracts/adapter';
import { announce } from '../signals/announce.js';

export interface RepublishParts {
  readonly executions: Pick<ExecutionRepository, 'list'>;
  readonly queue: JobQueue;
  readonly logger: Logger;
  /** The store's time. */
  readonly now: Date;
  /** Only executions that have waited for so long are published again. */
  readonly minWaitMs: number;
}

const PAGE_SIZE = 1_000;
const MOST_PUBLISHED = 10 * PAGE_SIZE;

/**
 * Dispatches executions again that have waited for long, the oldest first, since a queue outside of the store may have lost their messages
 * or never got them. A message that is still in the queue is not repeated. Returns how many were dispatched.
 */
export async function republish({
  executions,
  queue,
  logger,
  now,
  minWaitMs,
}: RepublishParts): Promise<number> {
  if (queue.delivery !== 'message') return 0;
  const until = new Date(now.getTime() - minWaitMs);
  const waiting = eachPage(PAGE_SIZE, (page) =>
    executions.list({ ...page, tenant: null, statuses: ['pending'], until, sortOrder: 'asc' }),
  );
  let published = 0;
  for await (const items of waiting) {
    await announce({ queue, logger, redelivery: true }, items);
    published += items.length;
    if (published >= MOST_PUBLISHED) break;
  }
  return published;
}
