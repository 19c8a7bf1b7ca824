import { isSchedulerError } from '@scheduler/contracts';
import type { RedisDatabase } from './redis-database.js';

/** So long it waits for a new connection. */
const PATIENCE_MS = 2_000;

export interface AmbiguousWrite<T> {
  readonly write: () => Promise<T>;
  /** What `write` would have answered, if it was carried out. Null: it was not. */
  readonly lookFor: () => Promise<T | null>;
}

/** Writes; if the connection breaks before the answer, it looks whether that was done before it gives up. */
export async function confirmAmbiguousWrite<T>(
  database: RedisDatabase,
  { write, lookFor }: AmbiguousWrite<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isSchedulerError(error) || isRefusal(error)) throw error;
    await database.connected(PATIENCE_MS);
    const found = await lookFor().catch(() => null);
    if (found === null) throw error;
    return found;
  }
}

/** Redis answered, so nothing is in doubt. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}
