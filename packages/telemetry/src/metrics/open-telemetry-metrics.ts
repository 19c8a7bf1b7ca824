import { type Meter, type MeterProvider, metrics as api, type ObservableResult } from '@opentelemetry/api';
import { ConfigurationInvalid } from '@scheduler/contracts';
import { INSTRUMENTATION } from '../traces/instrumentation.js';
import { CountedMetrics, type ProcessMetrics } from './create-metrics.js';
import { BUCKETS, METRIC_NAMES, METRIC_TABLE, type MetricName } from './metric-table.js';
import { READERS } from './samples-of.js';

/**
 * Instruments of OpenTelemetry for the same metrics, under the same names with dots. Returns a function that ends it.
 *
 * @example
 * const unbind = bindOpenTelemetryMetrics(createMetrics({ node }));
 */
export function bindOpenTelemetryMetrics(
  metrics: ProcessMetrics,
  meterProvider: MeterProvider = api.getMeterProvider(),
): () => void {
  if (!(metrics instanceof CountedMetrics))
    throw new ConfigurationInvalid({
      field: 'metrics',
      value: undefined,
      problem: 'are not metrics of a process',
      accepted: 'what createMetrics() returned',
    });
  const meter = meterProvider.getMeter(INSTRUMENTATION);
  const ends = [bindCounters(meter, metrics), bindGauges(meter, metrics), bindHistograms(meter, metrics)];
  return () => ends.forEach((end) => end());
}

/** `scheduler_queue_size` is `scheduler.queue.size`: exporters to Prometheus add units and `_total` themselves. */
export function openTelemetryName(name: MetricName): string {
  return name.replace(/_(total|seconds)$/, '').replaceAll('_', '.');
}

function namesOf(kind: 'counter' | 'gauge'): readonly MetricName[] {
  return METRIC_NAMES.filter((name) => METRIC_TABLE[name].kind === kind);
}

function bindCounters(meter: Meter, { collected }: CountedMetrics): () => void {
  const ends = namesOf('counter').map((name) => {
    const instrument = meter.createObservableCounter(openTelemetryName(name), {
      description: METRIC_TABLE[name].help,
    });
    const observe = (result: ObservableResult) => {
      for (const { labels, value } of READERS[name]?.(collected) ?? []) result.observe(value, { ...labels });
    };
    instrument.addCallback(observe);
    return () => instrument.removeCallback(observe);
  });
  return () => ends.forEach((end) => end());
}

/** One request to the store for all gauges. */
function bindGauges(meter: Meter, metrics: CountedMetrics): () => void {
  const gauges = new Map(
    namesOf('gauge').map((name) => {
      const options = { description: METRIC_TABLE[name].help };
      return [name, meter.createObservableGauge(openTelemetryName(name), options)] as const;
    }),
  );
  const observe: Parameters<Meter['addBatchObservableCallback']>[0] = async (result) => {
    const read = await metrics.gauges();
    for (const [name, gauge] of gauges)
      for (const { labels, value } of read[name] ?? []) result.observe(gauge, value, { ...labels });
  };
  const instruments = [...gauges.values()];
  meter.addBatchObservableCallback(observe, instruments);
  return () => meter.removeBatchObservableCallback(observe, instruments);
}

function bindHistograms(meter: Meter, { listeners }: CountedMetrics): () => void {
  const histogram = (name: MetricName) =>
    meter.createHistogram(openTelemetryName(name), {
      description: METRIC_TABLE[name].help,
      unit: 's',
      advice: { explicitBucketBoundaries: [...BUCKETS] },
    });
  const duration = histogram('scheduler_executions_duration_seconds');
  const waiting = histogram('scheduler_executions_waiting_seconds');
  const listener = {
    duration: (labels: Readonly<Record<string, string>>, seconds: number) => duration.record(seconds, labels),
    waiting: (labels: Readonly<Record<string, string>>, seconds: number) => waiting.record(seconds, labels),
  };
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
