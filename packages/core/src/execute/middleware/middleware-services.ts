import type { Clock, JobContext, JobMiddleware, Logger } from '@scheduler/contracts';
import type { JobMetrics } from './job-metrics.js';

/** What a node offers to its middleware. */
export interface MiddlewareServices {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: JobMetrics;
  /** Ends the attempt as failed while its handler goes on, and aborts its signal. Harmless for an attempt that is over. */
  fail(context: JobContext, error: Error): void;
  /** Ends the attempt as timed out, as its own timeout would. */
  timeOut(context: JobContext, timeoutMs: number): void;
}

/** A middleware that needs something of its node. */
export type MiddlewareFactory = (services: MiddlewareServices) => JobMiddleware;

export type MiddlewareInput = JobMiddleware | MiddlewareFactory;
