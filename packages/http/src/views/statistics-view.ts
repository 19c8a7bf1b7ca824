import type { JobStatistics, SchedulerMetrics } from '@scheduler/contracts';
import { z } from 'zod';
import { isoOf, time } from '../fields/json-fields.js';
import { EXECUTION_STATUSES } from './execution-view.js';

const count = z.int();

/** The seed's metrics. A rate or duration of nothing is 0 there, and here. */
export const metricsSchema = z
  .strictObject({
    jobs: z.strictObject({
      total: count,
      active: count,
      paused: count,
      completed: count,
      failed: count,
      cancelled: count,
    }),
    executions: z.strictObject({
      total: count,
      successful: count,
      failed: count,
      timeout: count,
      cancelled: count,
      pending: count,
      running: count,
    }),
    performance: z.strictObject({
      success_rate: z.number().meta({ description: 'In percent, 0 to 100.' }),
      avg_duration_ms: z.number(),
      p50_duration_ms: z.number(),
      p95_duration_ms: z.number(),
      p99_duration_ms: z.number(),
    }),
    queue: z.strictObject({
      size: count,
      processing: count,
      delayed: count,
      failed: count,
      dead_letters: count,
    }),
    system: z.strictObject({
      workers: count,
      memory_usage_mb: z.number(),
      cpu_usage_percent: z.number(),
      uptime_seconds: z.number(),
    }),
    time_range: z.strictObject({ start: time, end: time }),
    generated_at: time,
  })
  .meta({ id: 'Metrics' });

export function metricsView(metrics: SchedulerMetrics): z.infer<typeof metricsSchema> {
  const { jobs, executions, performance, queue, system, timeRange } = metrics;
  const { pending: _notOfTheSeed, ...seedJobs } = jobs;
  const { skipped: _neither, ...seedExecutions } = executions;
  return {
    jobs: seedJobs,
    executions: seedExecutions,
    performance: {
      success_rate: performance.successRatePercent ?? 0,
      avg_duration_ms: Math.round(performance.avgMs ?? 0),
      p50_duration_ms: performance.p50Ms ?? 0,
      p95_duration_ms: performance.p95Ms ?? 0,
      p99_duration_ms: performance.p99Ms ?? 0,
    },
    queue: {
      size: queue.size,
      processing: queue.processing,
      delayed: queue.delayed,
      failed: queue.failed,
      dead_letters: queue.deadLetters,
    },
    system: {
      workers: system.workers,
      memory_usage_mb: system.memoryUsageMb,
      cpu_usage_percent: system.cpuUsagePercent,
      uptime_seconds: system.uptimeSeconds,
    },
    time_range: { start: isoOf(timeRange.since), end: isoOf(timeRange.until) },
    generated_at: isoOf(metrics.generatedAt),
  };
}

export const jobStatisticsSchema = z
  .strictObject({
    job_id: z.string(),
    job_name: z.string(),
    total_executions: count,
    successful: count,
    failed: count,
    timeout: count,
    success_rate: z.number(),
    avg_duration_ms: z.number(),
    min_duration_ms: z.number(),
    max_duration_ms: z.number(),
    last_execution: z
      .strictObject({
        execution_id: z.string(),
        status: z.enum(EXECUTION_STATUSES),
        started_at: time.nullable(),
        duration_ms: z.number().nullable(),
      })
      .nullable(),
    next_execution: z
      .strictObject({ scheduled_at: time, estimated_duration_ms: z.number().nullable() })
      .nullable(),
    failure_patterns: z.array(
      z.strictObject({ error_type: z.string().nullable(), count, last_occurrence: time }),
    ),
    busiest_hours: z.array(z.strictObject({ hour: count, execution_count: count })),
    generated_at: time,
  })
  .meta({ id: 'JobStatistics' });

export function jobStatisticsView(statistics: JobStatistics, now: Date): z.infer<typeof jobStatisticsSchema> {
  const { executions, performance, lastExecution, nextExecution } = statistics;
  return {
    job_id: statistics.jobId,
    job_name: statistics.name,
    total_executions: executions.total,
    successful: executions.successful,
    failed: executions.failed,
    timeout: executions.timeout,
    success_rate: performance.successRatePercent ?? 0,
    avg_duration_ms: Math.round(performance.avgMs ?? 0),
    min_duration_ms: performance.minMs ?? 0,
    max_duration_ms: performance.maxMs ?? 0,
    last_execution:
      lastExecution === null
        ? null
        : {
            execution_id: lastExecution.id,
            status: lastExecution.status,
            started_at: isoOf(lastExecution.startedAt),
            duration_ms: lastExecution.durationMs,
          },
    next_execution:
      nextExecution === null
        ? null
        : { scheduled_at: isoOf(nextExecution.at), estimated_duration_ms: nextExecution.estimatedDurationMs },
    failure_patterns: statistics.failurePatterns.map(({ errorType, count: times, lastAt }) => ({
      error_type: errorType,
      count: times,
      last_occurrence: isoOf(lastAt),
    })),
    busiest_hours: statistics.busiestHours.map(({ hour, count: times }) => ({
      hour,
      execution_count: times,
    })),
    generated_at: isoOf(now),
  };
}
