import type { Clock } from '@scheduler/contracts';
import type { Dialect } from '../dialects/dialect.js';

const FIRST_WAIT_MS = 2;
const LONGEST_WAIT_MS = 100;
/** How long contention is retried. Well below the length of a lease, which would expire otherwise. */
const MAX_DURATION_MS = 10_000;

/** Repeats work that failed by a deadlock or a locked file, of which nothing was written. The event loop is free between attempts. */
export async function retryOnContention<T>(
  work: () => Promise<T>,
  dialect: Dialect,
  clock: Pick<Clock, 'monotonicMs' | 'setTimer'>,
): Promise<T> {
  const startedMs = clock.monotonicMs();
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      return await work();
    } catch (error) {
      const isOver = clock.monotonicMs() - startedMs > MAX_DURATION_MS;
      if (isOver || dialect.errorKind(error) !== 'contention') throw error;
      await new Promise<void>((resolve) => clock.setTimer({ delayMs: waitMs, callback: resolve }));
    }
  }
}
