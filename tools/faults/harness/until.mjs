import { setTimeout as delay } from 'node:timers/promises';

/** Calls a function again and again until it returns neither null nor false. Returns null after the limit. */
export async function until(check, limitMs, everyMs = 20) {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const result = await check();
    if (result !== null && result !== false) return result;
    if (performance.now() >= deadline) return null;
    await delay(everyMs);
  }
}
