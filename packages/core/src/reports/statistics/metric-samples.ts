import type { SchedulerMetrics } from '@scheduler/contracts';

export type MetricType = 'gauge' | 'counter' | 'histogram';

/** One value under the name that monitoring systems use. */
export interface MetricSample {
  readonly name: string;
  readonly type: MetricType;
  /** Null: there is no value, since no execution has ended. */
  readonly value: number | null;
}

/** The names and types under which metrics are exported, and where their values come from. */
export const METRICS: Readonly<
  Record<
    string,
    { readonly type: MetricType; readonly valueOf: (metrics: SchedulerMetrics) => number | null }
  >
> = Object.freeze({
  'scheduler.jobs.total': { type: 'gauge', valueOf: ({ jobs }) => jobs.total },
  'scheduler.jobs.active': { type: 'gauge', valueOf: ({ jobs }) => jobs.active },
  'scheduler.jobs.failed': { type: 'gauge', valueOf: ({ jobs }) => jobs.failed },
  'scheduler.executions.rate': { type: 'counter', valueOf: endedPerSecond },
  'scheduler.executions.success_rate': {
    type: 'gauge',
    valueOf: ({ performance }) => performance.successRate,
  },
  'scheduler.executions.duration_p95': { type: 'histogram', valueOf: ({ performance }) => performance.p95Ms },
  'scheduler.queue.size': { type: 'gauge', valueOf: ({ queue }) => queue.size },
  'scheduler.queue.processing': { type: 'gauge', valueOf: ({ queue }) => queue.processing },
});

/**
 * Metrics by the names that dashboards use.
 *
 * @example
 * for (const { name, value } of metricSamples(await node.statistics.metrics())) gauge(name).set(value);
 */
export function metricSamples(metrics: SchedulerMetrics): readonly MetricSample[] {
  return Object.entries(METRICS).map(([name, { type, valueOf }]) => ({
    name,
    type,
    value: valueOf(metrics),
  }));
}

/** Executions that came to a result, over the time range. */
function endedPerSecond({ executions, timeRange }: SchedulerMetrics): number {
  const { successful, failed, timeout } = executions;
  const seconds = (timeRange.until.getTime() - timeRange.since.getTime()) / 1_000;
  return (successful + failed + timeout) / seconds;
}
