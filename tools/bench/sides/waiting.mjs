import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MS = 60_000;

export const payload = (number) => ({ number, to: 'somebody@example.test' });

/** A clock that all processes of the machine share, finer than a millisecond. */
export const now = () => performance.timeOrigin + performance.now();

/** Waits for a promise, and rejects with the state if it takes too long. */
export async function within(promise, state, timeoutMs = TIMEOUT_MS) {
  const abort = new AbortController();
  const late = delay(timeoutMs, undefined, { signal: abort.signal }).then(() => {
    throw new Error(`nothing more after ${timeoutMs / 1000} s: ${state()}`);
  });
  late.catch(() => {});
  try {
    return await Promise.race([promise, late]);
  } finally {
    abort.abort();
  }
}
