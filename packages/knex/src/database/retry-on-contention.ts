import type { Clock } from '@scheduler/contracts';
import type { Dialect } from '../dialects/dialect.js';

const FIRST_WAIT_MS = 2;
const LONGEST_WAIT_MS = 100;
/** Well below the length of a lease: who waits longer has more to fear than contention. */
const PATIENCE_MS = 10_000;

/** Repeats what deadlocks and busy files broke: nothing of it was written, and the event loop stays free meanwhile. */
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
      const isOver = clock.monotonicMs() - startedMs > PATIENCE_MS;
      if (isOver || dialect.trouble(error) !== 'contention') throw error;
      await new Promise<void>((resolve) => clock.setTimer({ delayMs: waitMs, callback: resolve }));
    }
  }
}
