/* eslint-disable @typescript-eslint/no-require-imports -- `import()` would set up the loader of ES modules first, which takes longer than what most commands do */
import type * as CausedByConsole from './caused-by-console.js';

/** Runs a command, with the console as the cause of its changes. Core is loaded only then, because the help needs none of it. */
export function runAsConsole<T>(work: () => T): T {
  const { causedByConsole } = require('./caused-by-console.js') as typeof CausedByConsole;
  return causedByConsole(work);
}
