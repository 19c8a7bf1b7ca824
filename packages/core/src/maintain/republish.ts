import type { Logger } from '@scheduler/contracts';
import type { ExecutionRepository, JobQueue } from '@scheduler/contracts/adapter';
import { announce } from '../signals/announce.js';

export interface RepublishParts {
  readonly executions: Pick<ExecutionRepository, 'list'>;
  readonly queue: JobQueue;
  readonly logger: Logger;
  /** The store's time. */
  readonly now: Date;
  /** What has been waiting for so long should have been heard of. */
  readonly longMs: number;
}

const PAGE = 1_000;
const MOST_PAGES = 10;

/**
 * Publishes again what has waited for long, where the queue is a place of its own that may have lost the message, or never got it. The
 * oldest first; who has its message already is not disturbed. Returns how many were published.
 */
export async function republish({ executions, queue, logger, now, longMs }: RepublishParts): Promise<number> {
  if (queue.delivery !== 'message') return 0;
  const until = new Date(now.getTime() - longMs);
  let published = 0;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { items } = await executions.list({
      tenant: null,
      statuses: ['pending'],
      until,
      sortOrder: 'asc',
      limit: PAGE,
      offset: page * PAGE,
    });
    await announce({ queue, logger, redelivery: true }, items);
    published += items.length;
    if (items.length < PAGE) break;
  }
  return published;
}
