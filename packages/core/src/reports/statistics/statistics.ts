import {
  type JobReference,
  type JobStatistics,
  type MetricsQuery,
  type ProcessStatistics,
  type SchedulerMetrics,
  ShuttingDown,
} from '@scheduler/contracts';
import type { ScheduleRepository, StatisticsRepository, TenantScope } from '@scheduler/contracts/adapter';
import { getJob } from '../../schedule/find-job.js';
import { jobStatisticsOf } from './job-statistics-of.js';
import { metricsOf } from './metrics-of.js';
import { readRange } from './metrics-query.js';

export interface StatisticsParts {
  readonly statistics: StatisticsRepository;
  readonly schedules: ScheduleRepository;
  readonly processStatistics: ProcessStatistics;
  readonly isClosing: () => boolean;
}

/** How many executions of a job its statistics look at. */
const LATEST = 100;
const HOUR_MS = 3_600_000;

/**
 * Figures that the store computes, of all nodes together.
 *
 * @example
 * const { executions, performance } = await node.statistics.metrics();
 * const { failurePatterns } = await node.statistics.ofJob('nightly-report');
 */
export class Statistics {
  constructor(
    private readonly parts: StatisticsParts,
    private readonly tenant: TenantScope = null,
  ) {}

  /** The same, seeing only what belongs to one tenant. */
  forTenant(tenant: string): Statistics {
    return new Statistics(this.parts, tenant);
  }

  /** Of the last 24 hours, or of another range. */
  async metrics(query: MetricsQuery = {}): Promise<SchedulerMetrics> {
    this.refuseWhenClosing('reading metrics');
    const { statistics, schedules, processStatistics } = this.parts;
    const { tenant } = this;
    const now = await schedules.now();
    const range = readRange(query, now);
    const [jobs, ended, workload] = await Promise.all([
      statistics.jobCounts({ tenant }),
      statistics.endedExecutions({ tenant, ...range }),
      statistics.workload({ tenant, recentMs: HOUR_MS }),
    ]);
    return metricsOf({ jobs, ended, workload, process: processStatistics.read(), range, now });
  }

  /** Over its latest 100 executions. Throws JobNotFound. */
  async ofJob(reference: JobReference): Promise<JobStatistics> {
    this.refuseWhenClosing('reading the statistics of a job');
    const { tenant } = this;
    const job = await getJob(this.parts, reference, tenant);
    const figures = await this.parts.statistics.jobRunStatistics({ jobId: job.id, tenant, latest: LATEST });
    return jobStatisticsOf(job, figures);
  }

  private refuseWhenClosing(operation: string): void {
    if (this.parts.isClosing()) throw new ShuttingDown(operation);
  }
}
