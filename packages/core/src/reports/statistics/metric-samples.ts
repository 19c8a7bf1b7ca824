import type { SchedulerMetrics } from '@scheduler/contracts';
import { percent } from './metrics-of.js';

export type MetricType = 'gauge' | 'counter' | 'histogram';

/** `count`: a number of jobs or executions. `per_minute`: executions a minute. `percent`: from 0 to 100. `ms`: milliseconds. */
export type MetricUnit = 'count' | 'per_minute' | 'percent' | 'ms';

/** One value under the name that monitoring systems use. */
export interface MetricSample {
  readonly name: string;
  readonly type: MetricType;
  readonly unit: MetricUnit;
  /** Null: there is no value, since no execution has ended. */
  readonly value: number | null;
}

interface Metric extends Pick<MetricSample, 'type' | 'unit'> {
  readonly valueOf: (metrics: SchedulerMetrics) => number | null;
}

const rate: Metric = { type: 'counter', unit: 'per_minute', valueOf: endedPerMinute };
const successRate: Metric = {
  type: 'gauge',
  unit: 'percent',
  valueOf: ({ performance }) => performance.successRatePercent,
};
const failureRate: Metric = { type: 'gauge', unit: 'percent', valueOf: failurePercent };
const durationP95: Metric = {
  type: 'histogram',
  unit: 'ms',
  valueOf: ({ performance }) => performance.p95Ms,
};

function count(valueOf: Metric['valueOf']): Metric {
  return { type: 'gauge', unit: 'count', valueOf };
}

/** The names under which metrics are exported. What is not a number of things has a second name with its unit in it. */
export const METRICS: Readonly<Record<string, Metric>> = Object.freeze({
  'scheduler.jobs.total': count(({ jobs }) => jobs.total),
  'scheduler.jobs.active': count(({ jobs }) => jobs.active),
  'scheduler.jobs.failed': count(({ jobs }) => jobs.failed),
  'scheduler.executions.rate': rate,
  'scheduler.executions.rate_per_minute': rate,
  'scheduler.executions.success_rate': successRate,
  'scheduler.executions.success_rate_percent': successRate,
  'scheduler.executions.duration_p95': durationP95,
  'scheduler.executions.duration_p95_ms': durationP95,
  'scheduler.queue.size': count(({ queue }) => queue.size),
  'scheduler.queue.processing': count(({ queue }) => queue.processing),
  'scheduler.failure_rate': failureRate,
  'scheduler.failure_rate_percent': failureRate,
  'scheduler.timeout_count': count(({ executions }) => executions.timeout),
});

/**
 * Metrics by the names that dashboards and alerts use.
 *
 * @example
 * for (const { name, value } of metricSamples(await node.statistics.metrics())) gauge(name).set(value);
 */
export function metricSamples(metrics: SchedulerMetrics): readonly MetricSample[] {
  return Object.entries(METRICS).map(([name, { type, unit, valueOf }]) => ({
    name,
    type,
    unit,
    value: valueOf(metrics),
  }));
}

function withResult({ executions: { successful, failed, timeout } }: SchedulerMetrics): number {
  return successful + failed + timeout;
}

/** Executions that came to a result, over the time range. */
function endedPerMinute(metrics: SchedulerMetrics): number {
  const { since, until } = metrics.timeRange;
  return withResult(metrics) / ((until.getTime() - since.getTime()) / 60_000);
}

/** Failures and timeouts among the executions that came to a result. */
function failurePercent(metrics: SchedulerMetrics): number | null {
  const { failed, timeout } = metrics.executions;
  const all = withResult(metrics);
  return all === 0 ? null : percent(failed + timeout, all);
}
