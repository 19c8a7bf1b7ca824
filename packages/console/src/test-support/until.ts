import { setImmediate } from 'node:timers/promises';

/** Lets other work go on until something holds; the time limit of the test ends what never does. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setImmediate();
}
