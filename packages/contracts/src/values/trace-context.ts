import type { JsonObject } from './json.js';

/** A place in a distributed trace, as W3C Trace Context defines it. It is stored with jobs, executions and runs of workflows. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** The span that scheduled or enqueued the work; 16 hexadecimal digits. */
  readonly spanId: string;
  /** The span in which that was done. Null: there was none, or it is not known. */
  readonly parentSpanId: string | null;
  /** The flags of `traceparent`; 1: the trace is recorded. */
  readonly flags: number;
  /** The text of `tracestate`. Null: none. */
  readonly state: string | null;
}

/** What says to which trace an execution belongs. */
export interface Traced {
  readonly trace: TraceContext | null;
  readonly metadata: JsonObject;
}

/** The ids by which an execution is found among traces. */
export interface TraceIds {
  readonly traceId: string | null;
  readonly spanId: string | null;
  readonly parentSpanId: string | null;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
const SPAN_ID = /^[0-9a-f]{16}$/;
const NO_ID = /^0+$/;
/** What the specification asks everybody to pass on. */
const LONGEST_STATE = 512;

/**
 * Reads the header `traceparent`, and `tracestate` beside it. Null: it is not valid, so that there is no context.
 *
 * @example
 * readTraceparent('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01')?.traceId;
 */
export function readTraceparent(traceparent: unknown, tracestate?: unknown): TraceContext | null {
  if (typeof traceparent !== 'string') return null;
  const [, version, traceId = '', spanId = '', flags = '0'] = TRACEPARENT.exec(traceparent) ?? [];
  if (version === undefined || version === 'ff') return null;
  // The first version ends with the flags; later ones may go on.
  if (version === '00' && traceparent.length > 55) return null;
  if (NO_ID.test(traceId) || NO_ID.test(spanId)) return null;
  return {
    traceId,
    spanId,
    parentSpanId: null,
    flags: Number.parseInt(flags, 16),
    state: stateOf(tracestate),
  };
}

/** The header `traceparent` of a context. */
export function formatTraceparent({ traceId, spanId, flags }: TraceContext): string {
  return `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`;
}

/** The same context if every part of it is valid. A tracer that is wrong must not keep work from being stored. */
export function validTrace(context: TraceContext | null): TraceContext | null {
  if (context === null) return null;
  const read = readTraceparent(formatTraceparent(context), context.state);
  if (read === null) return null;
  const { parentSpanId } = context;
  return parentSpanId === null || !SPAN_ID.test(parentSpanId) ? read : { ...read, parentSpanId };
}

/**
 * The trace of an execution: that of the context in which it was made, or else what the application has put into its metadata as
 * `trace_id`, `span_id` and `parent_span_id`.
 */
export function traceIdsOf({ trace, metadata }: Traced): TraceIds {
  if (trace !== null) return trace;
  const textIn = (name: string) => {
    const value = Object.hasOwn(metadata, name) ? metadata[name] : null;
    return typeof value === 'string' ? value : null;
  };
  return {
    traceId: textIn('trace_id'),
    spanId: textIn('span_id'),
    parentSpanId: textIn('parent_span_id'),
  };
}

function stateOf(state: unknown): string | null {
  if (typeof state !== 'string' || state === '' || state.length > LONGEST_STATE) return null;
  return /^[\x20-\x7e\t]*$/.test(state) ? state : null;
}
