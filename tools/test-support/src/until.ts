import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 10_000;

/** Looks again and again, until it is so or patience is over. */
export async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error('it never came to be');
    await sleep(10);
  }
}
