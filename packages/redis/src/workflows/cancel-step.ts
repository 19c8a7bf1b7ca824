import type { CancelRequested, Execution } from '@scheduler/contracts';
import { type CancelExecution, cancelRequested, executionChanged } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { settleSteps } from './settle-steps.js';

/** Cancels a waiting step together with what follows from it in its run. Null: it does not wait any more, and nothing was written. */
export async function cancelStep(
  database: RedisDatabase,
  before: Execution,
  { reason, cause = null }: Pick<CancelExecution, 'reason' | 'cause'>,
): Promise<CancelRequested | null> {
  const at = await database.now();
  const requested = cancelRequested(before, reason, at);
  const context = { at, cause };
  const { execution: after } = requested;
  const events = database.logs ? { events: executionChanged(before, after, context) } : {};
  const ended = await settleSteps(database, [{ before, after, ...events }], context);
  return ended.size === 0 ? null : requested;
}
