import { causedBy } from '@scheduler/core';

/** Does something of which the event log says that a command has caused it. */
export function causedByConsole<T>(work: () => T): T {
  return causedBy('console', work);
}
