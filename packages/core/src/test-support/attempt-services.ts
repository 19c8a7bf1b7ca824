import { NO_TRACING } from '../signals/tracing/node-tracing.js';
import { createRedact } from '../support/redaction/redact.js';
import {
  type AttemptListener,
  type AttemptServices,
  type AttemptStoreWrites,
  RunningAttempt,
} from '../execute/attempt/running-attempt.js';
import type { Execution } from '@scheduler/contracts';
import { ManualClock } from './manual-clock.js';

export const NO_LISTENER: AttemptListener = {
  handled: () => undefined,
  settled: () => undefined,
  failed: () => undefined,
};

/** Services whose store refuses every transaction, unless told otherwise. */
export function attemptServices({
  writes = {},
  ...changes
}: Partial<Omit<AttemptServices, 'writes'>> & {
  readonly writes?: Partial<AttemptStoreWrites>;
} = {}): AttemptServices {
  return {
    node: 'node-1',
    clock: new ManualClock(),
    writes: {
      logLineAdded: () => undefined,
      completeIn: async () => null,
      saveProgress: async () => true,
      progressNotSaved: () => undefined,
      ...writes,
    },
    tracing: NO_TRACING,
    redact: createRedact(),
    requireEventLog: () => undefined,
    watchTimeLimit: () => undefined,
    stopped: () => undefined,
    ...changes,
  };
}

/** An attempt that nobody started in earnest. */
export function sampleAttempt(execution: Execution, services = attemptServices()): RunningAttempt {
  return new RunningAttempt(execution, services, NO_LISTENER);
}
