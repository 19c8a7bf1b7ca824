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
import type { Database } from '../database/database.js';
import { endedExecutions } from '../queries/statistics/ended-executions.js';
import { endedSeries } from '../queries/statistics/ended-series.js';
import { jobCounts } from '../queries/statistics/job-counts.js';
import { jobRunStatistics } from '../queries/statistics/job-run-statistics.js';
import { workload } from '../queries/statistics/workload.js';

export class KnexStatisticsRepository implements StatisticsRepository {
  constructor(private readonly database: Database) {}

  jobCounts({ tenant }: { readonly tenant: TenantScope }): Promise<JobCounts> {
    return jobCounts(this.database, tenant);
  }

  endedExecutions(request: EndedBetween): Promise<EndedStatistics> {
    return endedExecutions(this.database, request);
  }

  endedSeries(request: EndedSeriesRequest): Promise<EndedSeries> {
    return endedSeries(this.database, request);
  }

  workload(request: WorkloadRequest): Promise<Workload> {
    return workload(this.database, request);
  }

  jobRunStatistics(request: JobRunStatisticsRequest): Promise<JobRunStatistics> {
    return jobRunStatistics(this.database, request);
  }
}
