import { setImmediate } from 'node:timers/promises';

/** Waits until a condition holds. The time limit of the test applies. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setImmediate();
}
