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
import type { MemoryDatabase } from './database/memory-database.js';
import { endedExecutions } from './statistics/ended-executions.js';
import { jobCounts } from './statistics/job-counts.js';
import { jobFigures } from './statistics/job-figures.js';
import { workload } from './statistics/workload.js';

/** Figures of what is in memory. Give it the database that the MemoryExecutionRepository beside it has. */
export class MemoryStatisticsRepository implements StatisticsRepository {
  constructor(private readonly database: MemoryDatabase) {}

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
