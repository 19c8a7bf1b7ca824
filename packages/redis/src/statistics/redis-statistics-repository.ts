import type {
  EndedBetween,
  EndedFigures,
  JobCounts,
  JobFigures,
  JobFiguresRequest,
  StatisticsRepository,
  TenantScope,
  Workload,
  WorkloadRequest,
} from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { endedExecutions } from './ended-executions.js';
import { jobCounts } from './job-counts.js';
import { jobFigures } from './job-figures.js';
import { workload } from './workload.js';

/** Figures of what is on Redis. Give it the database that the RedisExecutionRepository beside it has. */
export class RedisStatisticsRepository implements StatisticsRepository {
  constructor(private readonly database: RedisDatabase) {}

  async jobCounts({ tenant }: { readonly tenant: TenantScope }): Promise<JobCounts> {
    return jobCounts(this.database, tenant);
  }

  async endedExecutions(request: EndedBetween): Promise<EndedFigures> {
    return endedExecutions(this.database, request);
  }

  async workload(request: WorkloadRequest): Promise<Workload> {
    return workload(this.database, request);
  }

  async jobFigures(request: JobFiguresRequest): Promise<JobFigures> {
    return jobFigures(this.database, request);
  }
}
