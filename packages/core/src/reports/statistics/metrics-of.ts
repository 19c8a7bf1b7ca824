import type { PerformanceMetrics, ProcessUsage, SchedulerMetrics } from '@scheduler/contracts';
import type {
  DurationStatistics,
  EndedStatistics,
  ExecutionCounts,
  JobCounts,
  QueueCounts,
  Workload,
} from '@scheduler/contracts/adapter';
import type { TimeRange } from './metrics-query.js';

const MEGABYTE = 1024 * 1024;

export interface MetricsFacts {
  readonly jobs: JobCounts;
  readonly ended: EndedStatistics;
  readonly workload: Workload;
  readonly process: ProcessUsage;
  readonly range: TimeRange;
  readonly now: Date;
}

/** Builds metrics from the statistics of the store and of this process. */
export function metricsOf({ jobs, ended, workload, process, range, now }: MetricsFacts): SchedulerMetrics {
  const { counts } = ended;
  const [available, delayed, running] = (['available', 'delayed', 'running'] as const).map((field) =>
    sumOverQueues(workload.queues, field),
  ) as [number, number, number];
  const pending = available + delayed;
  return {
    jobs: { total: sum(Object.values(jobs)), ...jobs },
    executions: {
      total: sum(Object.values(counts)) + pending + running,
      successful: counts.success,
      failed: counts.failed,
      timeout: counts.timeout,
      cancelled: counts.cancelled,
      skipped: counts.skipped,
      pending,
      running,
    },
    performance: performanceOf(counts, ended.durations),
    queue: { size: available, processing: running, delayed, failed: workload.deadLetters },
    system: {
      workers: workload.activeWorkers,
      memoryUsageMb: tenth(process.memoryBytes / MEGABYTE),
      cpuUsagePercent: tenth(process.cpuPercent),
      uptimeSeconds: Math.floor(process.uptimeMs / 1_000),
    },
    timeRange: range,
    generatedAt: now,
  };
}

export function performanceOf(
  { success, failed, timeout }: ExecutionCounts,
  durations: DurationStatistics,
): PerformanceMetrics {
  const { averageMs: avgMs, shortestMs: minMs, longestMs: maxMs, p50Ms, p95Ms, p99Ms } = durations;
  const ended = success + failed + timeout;
  return { successRate: ended === 0 ? null : success / ended, avgMs, minMs, maxMs, p50Ms, p95Ms, p99Ms };
}

/** The sum of a field over all queues. */
export function sumOverQueues(
  queues: readonly QueueCounts[],
  field: keyof Pick<QueueCounts, 'available' | 'delayed' | 'running'>,
): number {
  return sum(queues.map((queue) => queue[field]));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function tenth(number: number): number {
  return Math.round(number * 10) / 10;
}
