import type { JobStatistics, NextExecution, ScheduledJob } from '@scheduler/contracts';
import type { JobRunStatistics } from '@scheduler/contracts/adapter';
import { performanceOf } from './metrics-of.js';

export function jobStatisticsOf(job: ScheduledJob, runStatistics: JobRunStatistics): JobStatistics {
  const { success: successful, pending: _waiting, ...counts } = runStatistics.counts;
  return {
    jobId: job.id,
    name: job.name,
    status: job.status,
    executions: {
      total: Object.values(counts).reduce((sum, count) => sum + count, successful),
      successful,
      ...counts,
    },
    performance: performanceOf(runStatistics.counts, runStatistics.durations),
    lifetime: job.counters,
    lastExecution: runStatistics.last,
    nextExecution: nextOf(job, runStatistics),
    failurePatterns: runStatistics.failures,
    busiestHours: runStatistics.busiestHours,
  };
}

/** A paused job keeps its next run, but does not run then. */
function nextOf(job: ScheduledJob, { durations }: JobRunStatistics): NextExecution | null {
  if (job.nextRunAt === null || !job.canExecute()) return null;
  return { at: job.nextRunAt, estimatedDurationMs: durations.averageMs };
}
