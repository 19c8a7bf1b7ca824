import type { CancelRequested, Execution } from '@scheduler/contracts';
import { cancelRequested } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { settleSteps } from './settle-steps.js';

/** Cancels a waiting step together with what follows from it in its run. Null: it does not wait any more, and nothing was written. */
export async function cancelStep(
  database: RedisDatabase,
  before: Execution,
  reason: string,
): Promise<CancelRequested | null> {
  const at = await database.now();
  const requested = cancelRequested(before, reason, at);
  const ended = await settleSteps(database, [{ before, after: requested.execution }], {
    at,
    isLeaseSame: false,
  });
  return ended.size === 0 ? null : requested;
}
