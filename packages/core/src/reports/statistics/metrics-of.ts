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
  /** Whether this node was started and runs nothing now: such a node leaves no trace in the store. */
  readonly isIdle: boolean;
  /** How many executions this node can run at once. */
  readonly slots: number;
  readonly process: ProcessUsage;
  readonly range: TimeRange;
  readonly now: Date;
}

/** Builds metrics from the statistics of the store and of this process. */
export function metricsOf(facts: MetricsFacts): SchedulerMetrics {
  const { jobs, ended, workload, process, range, now } = facts;
  const { counts } = ended;
  const [available, delayed, running] = (['available', 'delayed', 'running'] as const).map((field) =>
    sumOverQueues(workload.queues, field),
  ) as [number, number, number];
  const pending = available + delayed;
  return {
    jobs: { total: sum(Object.values(jobs)), ...jobs },
    executions: {
      total: sum(Object.values(counts)),
      successful: counts.success,
      failed: counts.failed,
      timeout: counts.timeout,
      cancelled: counts.cancelled,
      skipped: counts.skipped,
      pending,
      running,
    },
    performance: performanceOf(counts, ended.durations),
    queue: {
      size: available,
      processing: running,
      delayed,
      failed: counts.failed,
      deadLetters: workload.deadLetters,
    },
    system: {
      workers: workload.activeWorkers + (facts.isIdle ? 1 : 0),
      slots: facts.slots,
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
  return {
    successRate: ended === 0 ? null : success / ended,
    successRatePercent: ended === 0 ? null : percent(success, ended),
    avgMs,
    minMs,
    maxMs,
    p50Ms,
    p95Ms,
    p99Ms,
  };
}

/** With two decimals. */
export function percent(part: number, whole: number): number {
  return Math.round((part / whole) * 10_000) / 100;
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
