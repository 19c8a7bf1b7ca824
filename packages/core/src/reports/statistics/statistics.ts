import {
  type JobReference,
  type JobStatistics,
  type MetricsQuery,
  type ProcessStatistics,
  QueryInvalid,
  type SchedulerMetrics,
  type SeriesQuery,
  type StatisticsSeries,
} from '@scheduler/contracts';
import {
  narrowScope,
  type ScheduleRepository,
  type StatisticsRepository,
  type TenantScope,
} from '@scheduler/contracts/adapter';
import { getJob } from '../../schedule/find-job.js';
import { jobStatisticsOf } from './job-statistics-of.js';
import { metricsOf } from './metrics-of.js';
import { readRange } from './metrics-query.js';
import { seriesOf } from './series-of.js';
import { readSeriesQuery } from './series-query.js';
import { argument, checkArguments, rejecting, throwing } from '../../support/input/arguments.js';
import { byItsSchema, reference } from '../../support/input/common-arguments.js';

export interface StatisticsParts {
  readonly statistics: StatisticsRepository;
  readonly schedules: ScheduleRepository;
  readonly processStatistics: ProcessStatistics;
  /** Whether this node was started and runs nothing now. */
  readonly isIdle: () => boolean;
  /** How many executions this node can run at once. 0: it was not started. */
  readonly slots: () => number;
}

/** How many executions of a job its statistics cover. */
const LATEST = 100;
const HOUR_MS = 3_600_000;
/** A series of all executions costs what it reads, so that there is a limit, whatever the range. */
const MOST_READ = 250_000;
const MOST_READ_OF_JOB = 10_000;
const MOST_GROUPS = 10;

/**
 * Statistics over all nodes, computed by the store.
 *
 * @example
 * const { executions, performance } = await node.statistics.metrics();
 * const { failurePatterns } = await node.statistics.ofJob('nightly-report');
 */
export class Statistics {
  static {
    checkArguments<Statistics>(Statistics, {
      forTenant: throwing(QueryInvalid, argument('tenant', byItsSchema)),
      metrics: rejecting(QueryInvalid, argument('query', byItsSchema)),
      series: rejecting(QueryInvalid, argument('query', byItsSchema)),
      ofJob: rejecting(QueryInvalid, argument('reference', reference)),
    });
  }

  constructor(
    private readonly parts: StatisticsParts,
    private readonly tenant: TenantScope = null,
  ) {}

  /** The same statistics for one tenant. */
  forTenant(tenant: string): Statistics {
    return new Statistics(this.parts, narrowScope(this.tenant, tenant));
  }

  /** Metrics of the last 24 hours, or of another range. */
  async metrics(query: MetricsQuery = {}): Promise<SchedulerMetrics> {
    const { statistics, schedules, processStatistics } = this.parts;
    const { tenant } = this;
    const now = await schedules.now();
    const range = readRange(query, now);
    const [jobs, ended, workload] = await Promise.all([
      statistics.jobCounts({ tenant }),
      statistics.endedExecutions({ tenant, ...range }),
      statistics.workload({ tenant, recentMs: HOUR_MS }),
    ]);
    return metricsOf({
      jobs,
      ended,
      workload,
      isIdle: this.parts.isIdle(),
      slots: this.parts.slots(),
      process: processStatistics.read(),
      range,
      now,
    });
  }

  /**
   * What ended over time, in buckets: counts by status, durations, and how long executions waited. It covers the last 24 hours, or another
   * range, of all executions or of one job.
   *
   * @example
   * const { lines } = await node.statistics.series({ bucket: '15m', by: 'queue' });
   * for (const { group, points } of lines) console.log(group, points.map(({ ended }) => ended.total));
   */
  async series(query: SeriesQuery = {}): Promise<StatisticsSeries> {
    const { statistics, schedules } = this.parts;
    const { tenant } = this;
    const now = await schedules.now();
    const range = readSeriesQuery(query, now);
    const jobId = range.job === null ? null : (await getJob(this.parts, range.job, tenant)).id;
    const { since, until, bucketMs, by } = range;
    const mostRead = jobId === null ? MOST_READ : MOST_READ_OF_JOB;
    const buckets = { since, until, bucketMs, by, mostGroups: MOST_GROUPS, mostRead };
    const ended = await statistics.endedSeries({ tenant, jobId, ...buckets });
    return seriesOf({ range, jobId, ended, now });
  }

  /** Statistics over the latest 100 executions of a job. Throws JobNotFound. */
  async ofJob(reference: JobReference): Promise<JobStatistics> {
    const { tenant } = this;
    const job = await getJob(this.parts, reference, tenant);
    const runStatistics = await this.parts.statistics.jobRunStatistics({
      jobId: job.id,
      tenant,
      latest: LATEST,
    });
    return jobStatisticsOf(job, runStatistics);
  }
}
