import type { Clock, Logger } from '@scheduler/contracts';
import { OutageLog } from '@scheduler/contracts/adapter';
import type { LoopOptions } from './loop.js';

export interface LoggedFailures {
  readonly logger: Logger;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** What the loop does, such as `tick`. */
  readonly activity: string;
  /** The line for the log, such as `tick failed`. */
  readonly message: string;
  /** Default `error`. */
  readonly level?: 'warn' | 'error';
}

/** The options of a loop whose failures are logged: once when they begin, and once when they are over. */
export function loggedFailures(logged: LoggedFailures): Pick<LoopOptions, 'onError' | 'onSuccess'> {
  const { logger, clock, activity, message, level = 'error' } = logged;
  const outages = OutageLog.of(logger, clock);
  return {
    onError: (error) => outages.failed({ activity, message, level, error }),
    onSuccess: () => outages.worked(activity),
  };
}
