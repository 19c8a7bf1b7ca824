import type { AttemptHost } from '../execute/attempt/running-attempt.js';
import { ManualClock } from './manual-clock.js';

/** A host whose store knows no transactions that would succeed, unless told otherwise. */
export function attemptHost(changes: Partial<AttemptHost> = {}): AttemptHost {
  return {
    node: 'node-1',
    clock: new ManualClock(),
    onStop: () => undefined,
    limit: () => undefined,
    onLogLine: () => undefined,
    completeIn: async () => null,
    saveProgress: async () => true,
    onProgressLost: () => undefined,
    ...changes,
  };
}
