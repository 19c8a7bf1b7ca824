import { type Span, SpanStatusCode } from '@opentelemetry/api';
import type { TracedEnd } from '@scheduler/contracts';

/** Ends that are failures, also where there is another attempt. */
const FAILURES: ReadonlySet<string> = new Set([
  'failed',
  'timed_out',
  'handler_not_found',
  'payload_invalid',
  'lost',
]);

interface ReadError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
}

/** Ends a span with the outcome, and the error where there is one. */
export function endSpan(span: Span, { kind, error }: TracedEnd): void {
  span.setAttribute('scheduler.outcome', kind);
  if (FAILURES.has(kind)) setFailed(span, error, kind);
  span.end();
}

/**
 * Marks a span of a request or a step as failed, by the code or name of the error alone: its message may hold values of the request, and
 * nobody has taken secrets out of it yet.
 */
export function markFailed(span: Span, error: unknown): void {
  const { code, name } = (typeof error === 'object' && error !== null ? error : {}) as Readonly<
    Record<string, unknown>
  >;
  const type = [code, name].find((one) => typeof one === 'string') ?? 'Error';
  span.setAttribute('error.type', String(type));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The error of an attempt is as it is stored: without secrets. */
function setFailed(span: Span, error: unknown, kind: string): void {
  if (error === undefined) {
    span.setAttribute('error.type', kind);
    span.setStatus({ code: SpanStatusCode.ERROR, message: kind });
    return;
  }
  const read = readError(error);
  span.setAttribute('error.type', read.name);
  span.recordException(read);
  span.setStatus({ code: SpanStatusCode.ERROR, message: read.message });
}

function readError(error: unknown): ReadError {
  const { name, message, stack } = (typeof error === 'object' && error !== null ? error : {}) as Readonly<
    Record<string, unknown>
  >;
  return {
    name: typeof name === 'string' ? name : 'Error',
    message: typeof message === 'string' ? message : 'an error without a message',
    ...(typeof stack === 'string' ? { stack } : {}),
  };
}
