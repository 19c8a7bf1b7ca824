import { errorReporter } from './error-reporter.js';
import { handlerTelemetry } from './handler-telemetry.js';
import { logging } from './logging.js';
import { metrics } from './metrics.js';
import { recovery } from './recovery.js';
import { timeout } from './timeout.js';

/**
 * The middleware that comes with the scheduler.
 *
 * @example
 * createSchedulerNode({ store, handlers, middleware: [middleware.recovery(), middleware.metrics(), middleware.timeout('10m')] });
 */
export const middleware = Object.freeze({
  errorReporter,
  logging,
  metrics,
  recovery,
  telemetry: handlerTelemetry,
  timeout,
});
