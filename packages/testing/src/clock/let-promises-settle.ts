import { setImmediate } from 'node:timers';

/** The maximum number of turns of the event loop that a chain of promises over in-process ports needs. */
const TURNS = 4;

/** Lets started work continue until it waits for timers or other processes only. */
export async function letPromisesSettle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
