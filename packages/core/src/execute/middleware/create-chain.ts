import { type Clock, ExecutionTimedOut, type JobContext, type Logger } from '@scheduler/contracts';
import type { Stop } from '../attempt/attempt-services.js';
import type { LeaseKeeper } from '../attempt/lease-keeper.js';
import type { JobMetrics } from './job-metrics.js';
import { MiddlewareChain } from './middleware-chain.js';
import type { MiddlewareInput, MiddlewareServices } from './middleware-services.js';

export interface ChainParts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: JobMetrics;
  readonly leases: Pick<LeaseKeeper, 'get'>;
}

/** Null: there is no middleware, and handlers are called directly. */
export function createChain(list: readonly MiddlewareInput[], parts: ChainParts): MiddlewareChain | null {
  if (list.length === 0) return null;
  const services = servicesOf(parts);
  const made = list.map((given) => (typeof given === 'function' ? given(services) : given));
  return new MiddlewareChain(made, parts.logger);
}

function servicesOf({ clock, logger, metrics, leases }: ChainParts): MiddlewareServices {
  /** The same execution may run again already, under another fence. */
  const stop = ({ executionId, fence }: JobContext, how: Stop) => {
    const attempt = leases.get(executionId);
    if (attempt?.fence === fence) attempt.stop(how);
  };
  return {
    clock,
    logger,
    metrics,
    fail: (context, error) =>
      stop(context, { end: { kind: 'failed', error, retry: true, delayMs: null }, error }),
    timeOut: (context, timeoutMs) => {
      const error = new ExecutionTimedOut(context.executionId, timeoutMs);
      stop(context, { end: { kind: 'timed_out', error }, error });
    },
  };
}
