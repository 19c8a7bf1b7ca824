import { isSpanContextValid, trace } from '@opentelemetry/api';
import { type Logger, type LogLevel, toLogger } from '@scheduler/contracts';

/**
 * A logger of pino or winston, `console` or one like ours, whose lines have the ids of the active span as `trace_id`, `span_id` and
 * `trace_flags`, the names that OpenTelemetry gives them. Lines outside of a span are as they were.
 *
 * @example
 * const node = createSchedulerNode({ store, logger: tracedLogger(pino()), tracing: openTelemetryTracing() });
 */
export function tracedLogger(given: unknown): Logger {
  const logger = toLogger(given);
  const write =
    (level: LogLevel): Logger[LogLevel] =>
    (message, fields) => {
      const ids = activeIds();
      if (ids === null) logger[level](message, ...(fields === undefined ? [] : [fields]));
      else logger[level](message, { ...fields, ...ids });
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

function activeIds(): Readonly<Record<'trace_id' | 'span_id' | 'trace_flags', string>> | null {
  const span = trace.getActiveSpan()?.spanContext();
  if (span === undefined || !isSpanContextValid(span)) return null;
  const flags = span.traceFlags.toString(16).padStart(2, '0');
  return { trace_id: span.traceId, span_id: span.spanId, trace_flags: flags };
}
