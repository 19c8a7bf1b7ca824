import {
  type Context,
  context,
  createContextKey,
  createTraceState,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  trace,
} from '@opentelemetry/api';
import type { TraceContext } from '@scheduler/contracts';

interface Nested {
  readonly spanId: string;
  readonly parentSpanId: string;
}

const NESTED = createContextKey('scheduler: the span around a span of ours');

/** The context in which a span is active. It remembers the span around it, which the API does not tell. */
export function contextWith(span: Span, around: Context): Context {
  const { spanId } = span.spanContext();
  const parentSpanId = trace.getSpanContext(around)?.spanId;
  const active = trace.setSpan(around, span);
  if (parentSpanId === undefined || parentSpanId === spanId) return active;
  return active.setValue(NESTED, { spanId, parentSpanId } satisfies Nested);
}

/** What is stored of the active context. Null: no span is active. */
export function activeTrace(): TraceContext | null {
  const active = context.active();
  const span = trace.getSpanContext(active);
  if (span === undefined || !isSpanContextValid(span)) return null;
  const nested = active.getValue(NESTED) as Nested | undefined;
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: nested?.spanId === span.spanId ? nested.parentSpanId : null,
    flags: span.traceFlags,
    state: span.traceState?.serialize() ?? null,
  };
}

/** The span that a stored context names. */
export function storedSpan({ traceId, spanId, flags, state }: TraceContext): SpanContext {
  return {
    traceId,
    spanId,
    traceFlags: flags,
    isRemote: true,
    ...(state === null ? {} : { traceState: createTraceState(state) }),
  };
}

/** A context that continues a stored one. */
export function continuing(stored: TraceContext): Context {
  return trace.setSpanContext(ROOT_CONTEXT, storedSpan(stored));
}
