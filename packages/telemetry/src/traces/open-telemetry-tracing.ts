import {
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import type { AttemptTrace, SentWork, TraceContext, TracedAttempt, Tracing } from '@scheduler/contracts';
import { attemptAttributes, sentAttributes } from './attributes.js';
import { INSTRUMENTATION } from './instrumentation.js';
import { activeTrace, contextWith, continuing, storedSpan } from './contexts.js';
import { endSpan, markFailed } from './end-span.js';
import { checkTraceOptions, type OpenTelemetryTracingOptions } from './trace-options.js';

/**
 * Spans of OpenTelemetry for what a node sends and carries out: `enqueue mail` and `schedule mail` around requests, `process mail` around
 * each attempt. A handler runs inside the span of its attempt, so that whatever it calls becomes part of it.
 *
 * @example
 * const node = createSchedulerNode({ store, handlers, tracing: openTelemetryTracing() });
 */
export function openTelemetryTracing(options: OpenTelemetryTracingOptions = {}): Tracing {
  checkTraceOptions(options);
  return new OpenTelemetryTracing(options);
}

class OpenTelemetryTracing implements Tracing {
  private readonly isChild: boolean;
  private readonly tenants: boolean;
  private readonly tracer: Tracer;

  constructor({ tracerProvider = trace, relation = 'link', tenants = true }: OpenTelemetryTracingOptions) {
    this.isChild = relation === 'child';
    this.tenants = tenants;
    // The global provider hands out a tracer that follows whatever is registered later.
    this.tracer = tracerProvider.getTracer(INSTRUMENTATION);
  }

  current(): TraceContext | null {
    return activeTrace();
  }

  async send<T>(work: SentWork, send: () => Promise<T>): Promise<T> {
    const around = context.active();
    const attributes = sentAttributes(work, this.tenants);
    const name = work.operation === 'start_workflow' ? 'start' : work.operation;
    const sender = this.tracer.startSpan(
      `${name} ${work.name}`,
      { kind: SpanKind.PRODUCER, attributes },
      around,
    );
    const inner = contextWith(sender, around);
    if (work.operation !== 'start_workflow' || this.isChild) return this.during(sender, inner, send);
    return this.during(sender, inner, () => this.asWorkflow(work, sender, send));
  }

  attempt(attempt: TracedAttempt): AttemptTrace {
    const span = this.startAttempt(attempt);
    const active = trace.setSpan(ROOT_CONTEXT, span);
    return {
      call: (handler) => context.with(active, handler),
      end: (end) => endSpan(span, end),
    };
  }

  step<T>(name: string, run: () => Promise<T>): Promise<T> {
    const around = context.active();
    const attributes = { 'scheduler.step': name };
    const span = this.tracer.startSpan(`step ${name}`, { kind: SpanKind.INTERNAL, attributes }, around);
    return this.during(span, trace.setSpan(around, span), run);
  }

  private startAttempt(attempt: TracedAttempt): Span {
    const { execution } = attempt;
    const { trace: stored, type, workflow } = execution;
    const options = {
      kind: SpanKind.CONSUMER,
      attributes: attemptAttributes(attempt, this.tenants),
    };
    const name = `process ${type}`;
    if (stored === null) return this.tracer.startSpan(name, { ...options, root: true }, ROOT_CONTEXT);
    // All of a workflow is one trace, or nobody could see what it does.
    if (this.isChild || workflow !== null) return this.tracer.startSpan(name, options, continuing(stored));
    const links = [{ context: storedSpan(stored) }];
    return this.tracer.startSpan(name, { ...options, root: true, links }, ROOT_CONTEXT);
  }

  /** The trace of a run begins here: the caller's is over long before the run is. */
  private asWorkflow<T>(work: SentWork, sender: Span, send: () => Promise<T>): Promise<T> {
    const options = {
      kind: SpanKind.INTERNAL,
      attributes: { 'scheduler.type': work.name },
      root: true,
      links: [{ context: sender.spanContext() }],
    };
    const span = this.tracer.startSpan(`workflow ${work.name}`, options, ROOT_CONTEXT);
    return this.during(span, trace.setSpan(ROOT_CONTEXT, span), send);
  }

  private async during<T>(span: Span, inner: Context, run: () => Promise<T>): Promise<T> {
    try {
      return await context.with(inner, run);
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  }
}
