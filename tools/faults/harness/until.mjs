import { setTimeout as delay } from 'node:timers/promises';

/** Asks again and again until the answer is neither null nor false. Null: it never was within the limit. */
export async function until(ask, limitMs, everyMs = 20) {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== false) return answer;
    if (performance.now() >= deadline) return null;
    await delay(everyMs);
  }
}
