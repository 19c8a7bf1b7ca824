import { formatTraceparent, readTraceparent, type TraceContext } from './trace-context.js';

/** A context as one text for a column or a field: `traceparent`, the parent span or `-`, and `tracestate`, where there is one. */
export function traceToText(trace: TraceContext | null): string | null {
  if (trace === null) return null;
  const { parentSpanId, state } = trace;
  const parts = [formatTraceparent(trace), parentSpanId ?? '-', ...(state === null ? [] : [state])];
  return (state === null && parentSpanId === null ? parts.slice(0, 1) : parts).join(' ');
}

/** Null for whatever is not a context: work is not lost because its trace is. */
export function traceFromText(text: unknown): TraceContext | null {
  if (typeof text !== 'string' || text === '') return null;
  const [traceparent, parentSpanId = '-', ...state] = text.split(' ');
  const trace = readTraceparent(traceparent, state.join(' '));
  return trace === null || parentSpanId === '-' ? trace : { ...trace, parentSpanId };
}
