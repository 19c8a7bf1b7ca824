import type { WritableTarget } from './output-stream.js';

export interface ReservedStdout {
  /** Writes to stdout. */
  readonly target: WritableTarget;
  readonly release: () => void;
}

/** How many hold stdout now, and how it is written to. Several runs in one process share it. */
let holders = 0;
let write = process.stdout.write;

/**
 * Keeps stdout for the caller. What others print there, such as a handler with `console.log`, goes to stderr until it is released, so that a
 * program that reads JSON from stdout reads nothing else.
 */
export function reserveStdout(): ReservedStdout {
  if (holders === 0) {
    write = process.stdout.write.bind(process.stdout);
    process.stdout.write = process.stderr.write.bind(process.stderr);
  }
  holders += 1;
  const mine = write;
  return { target: writingWith(mine), release: () => release(mine) };
}

function release(mine: typeof write): void {
  holders -= 1;
  if (holders === 0) process.stdout.write = mine;
}

function writingWith(original: typeof write): WritableTarget {
  return new Proxy(process.stdout, {
    get: (stdout, name) => {
      if (name === 'write') return original;
      const value: unknown = Reflect.get(stdout, name, stdout);
      return typeof value === 'function' ? (value.bind(stdout) as unknown) : value;
    },
  });
}
