import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 60_000;

export const payload = (number) => ({ number, to: 'somebody@example.test' });

/** One clock for all processes of the machine, finer than a millisecond. */
export const now = () => performance.timeOrigin + performance.now();

/** Waits for a promise, and fails with the state when it takes too long. */
export async function within(promise, state) {
  const abort = new AbortController();
  const late = delay(PATIENCE_MS, undefined, { signal: abort.signal }).then(() => {
    throw new Error(`nothing more after ${PATIENCE_MS / 1000} s: ${state()}`);
  });
  late.catch(() => {});
  try {
    return await Promise.race([promise, late]);
  } finally {
    abort.abort();
  }
}
