import { causedBy } from '@scheduler/core';

/** Does something of which the event log says that a command has caused it. A file of its own, because `--help` is faster without core. */
export function causedByConsole<T>(work: () => T): T {
  return causedBy('console', work);
}
