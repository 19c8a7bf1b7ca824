import { context, SpanKind, trace, type TracerProvider } from '@opentelemetry/api';
import type { AgentDispatcher } from '@scheduler/contracts';
import { markFailed } from './end-span.js';
import { INSTRUMENTATION } from './instrumentation.js';

/**
 * An AgentDispatcher with a span around each call of an agent, inside that of the step or job that calls it.
 *
 * @example
 * const node = createSchedulerNode({ store, agents: tracedAgents(agents), tracing: openTelemetryTracing() });
 */
export function tracedAgents(
  agents: AgentDispatcher,
  tracerProvider: TracerProvider = trace,
): AgentDispatcher {
  const tracer = tracerProvider.getTracer(INSTRUMENTATION);
  return {
    dispatch: async (...request) => {
      const [{ agent }] = request;
      const attributes = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': agent };
      const span = tracer.startSpan(`invoke_agent ${agent}`, { kind: SpanKind.CLIENT, attributes });
      try {
        return await context.with(trace.setSpan(context.active(), span), () => agents.dispatch(...request));
      } catch (error) {
        markFailed(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
  };
}
