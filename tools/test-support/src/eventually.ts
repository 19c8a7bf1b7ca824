import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 20;

/** Waits until a condition holds. The deadline is far longer than a slow machine needs, so that it only ends a test that would never end. */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
  deadlineMs = 90_000,
): Promise<void> {
  const until = performance.now() + deadlineMs;
  while (!(await holds())) {
    if (performance.now() > until) throw new Error(`${what} did not happen within ${deadlineMs} ms`);
    await sleep(PAUSE_MS);
  }
}
