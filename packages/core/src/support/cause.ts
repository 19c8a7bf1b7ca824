import { AsyncLocalStorage } from 'node:async_hooks';

/** Who asks for what is going on, along calls, promises and timers. */
const causes = new AsyncLocalStorage<string | null>();

const LONGEST_CAUSE = 255;

/** Calls a function, whose changes of the store are said to be caused by this. */
export function runCausedBy<TResult>(cause: string, run: () => TResult): TResult {
  return causes.run(cause.slice(0, LONGEST_CAUSE), run);
}

/** Calls a function that nobody asked for but the node itself, such as a round of a loop that a request has woken. */
export function runUncaused<TResult>(run: () => TResult): TResult {
  return currentCause() === null ? run() : causes.run(null, run);
}

/** Null: nobody has said it. */
export function currentCause(): string | null {
  return causes.getStore() ?? null;
}
