import {
  type EndedBetween,
  type EndedSeries,
  type EndedSeriesRequest,
  type EndedStatistics,
  type JobCounts,
  type JobRunStatistics,
  type JobRunStatisticsRequest,
  type StatisticsRepository,
  type TenantScope,
  type Workload,
  type WorkloadRequest,
  ownCopy,
} from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from './database/memory-database.js';
import { endedExecutions } from './statistics/ended-executions.js';
import { endedSeries } from './statistics/ended-series.js';
import { jobCounts } from './statistics/job-counts.js';
import { jobRunStatistics } from './statistics/job-run-statistics.js';
import { workload } from './statistics/workload.js';

/** Statistics in memory. Shares its database with the other repositories of the store. */
export class MemoryStatisticsRepository implements StatisticsRepository {
  constructor(private readonly database: MemoryDatabase) {}

  async jobCounts({ tenant }: { readonly tenant: TenantScope }): Promise<JobCounts> {
    return jobCounts(this.database, tenant);
  }

  async endedExecutions(request: EndedBetween): Promise<EndedStatistics> {
    return endedExecutions(this.database, request);
  }

  async endedSeries(request: EndedSeriesRequest): Promise<EndedSeries> {
    return ownCopy(endedSeries(this.database, request));
  }

  async workload(request: WorkloadRequest): Promise<Workload> {
    return ownCopy(workload(this.database, request));
  }

  async jobRunStatistics(request: JobRunStatisticsRequest): Promise<JobRunStatistics> {
    return ownCopy(jobRunStatistics(this.database, request));
  }
}
