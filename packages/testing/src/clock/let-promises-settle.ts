import { setImmediate } from 'node:timers';

/** Turns of the event loop that a chain of promises over in-process ports needs at most. */
const TURNS = 4;

/** Lets what was started run on until only timers or other processes could move it. */
export async function letPromisesSettle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
