import { isSchedulerError } from '@scheduler/contracts';
import type { RedisDatabase } from './redis-database.js';

/** How long to wait for a new connection. */
const RECONNECT_TIMEOUT_MS = 2_000;

export interface AmbiguousWrite<T> {
  readonly write: () => Promise<T>;
  /** Finds the result of `write` in the store. Null: the write did not happen. */
  readonly findResult: () => Promise<T | null>;
}

/** Writes. If the connection is lost before the reply, it reads whether the write happened before it rejects. */
export async function confirmAmbiguousWrite<T>(
  database: RedisDatabase,
  { write, findResult }: AmbiguousWrite<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isSchedulerError(error) || isRefusal(error)) throw error;
    await database.connected(RECONNECT_TIMEOUT_MS);
    const found = await findResult().catch(() => null);
    if (found === null) throw error;
    return found;
  }
}

/** Whether Redis replied with an error, so that it is certain that nothing was written. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}
