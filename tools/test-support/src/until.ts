import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 10_000;

/** Checks a condition again and again until it holds. Throws after a timeout. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('the condition never became true');
    await sleep(10);
  }
}
