import type {
  EndedBetween,
  EndedSeries,
  EndedSeriesRequest,
  EndedStatistics,
  JobCounts,
  JobRunStatistics,
  JobRunStatisticsRequest,
  StatisticsRepository,
  TenantScope,
  Workload,
  WorkloadRequest,
} from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { endedExecutions } from './ended-executions.js';
import { endedSeries } from './ended-series.js';
import { jobCounts } from './job-counts.js';
import { jobRunStatistics } from './job-run-statistics.js';
import { workload } from './workload.js';

/** Statistics of jobs and executions in Redis. It has to share its database with the RedisExecutionRepository of the store. */
export class RedisStatisticsRepository implements StatisticsRepository {
  constructor(private readonly database: RedisDatabase) {}

  async jobCounts({ tenant }: { readonly tenant: TenantScope }): Promise<JobCounts> {
    return jobCounts(this.database, tenant);
  }

  async endedExecutions(request: EndedBetween): Promise<EndedStatistics> {
    return endedExecutions(this.database, request);
  }

  async endedSeries(request: EndedSeriesRequest): Promise<EndedSeries> {
    return endedSeries(this.database, request);
  }

  async workload(request: WorkloadRequest): Promise<Workload> {
    return workload(this.database, request);
  }

  async jobRunStatistics(request: JobRunStatisticsRequest): Promise<JobRunStatistics> {
    return jobRunStatistics(this.database, request);
  }
}
