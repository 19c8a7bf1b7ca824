export { openTelemetryTracing } from './traces/open-telemetry-tracing.js';
export type { OpenTelemetryTracingOptions, TraceRelation } from './traces/trace-options.js';
export { tracedAgents } from './traces/traced-agents.js';
export { createMetrics, type MetricsOptions, type ProcessMetrics } from './metrics/create-metrics.js';
export { bindOpenTelemetryMetrics, openTelemetryName } from './metrics/open-telemetry-metrics.js';
export { PROMETHEUS_CONTENT_TYPE } from './metrics/prometheus-text.js';
export {
  METRIC_TABLE,
  type MetricDefinition,
  type MetricKind,
  type MetricName,
} from './metrics/metric-table.js';
export { metricsListener } from './metrics/metrics-listener.js';
export { grafanaDashboard } from './metrics/grafana-dashboard.js';
export { prometheusRules } from './metrics/alert-rules.js';
export { tracedLogger } from './logs/traced-logger.js';
