import type { Execution, Page, WorkflowGraph, WorkflowRun } from '@scheduler/contracts';
import type {
  AddChildren,
  AdvancedRuns,
  ChangeRun,
  DeleteRunsOfTenant,
  ListRuns,
  PruneRuns,
  RunById,
  RunCount,
  StartedRun,
  StartRun,
  TenantScope,
  WorkflowRepository,
} from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { readExecutions } from '../executions/read-executions.js';
import { addChildren, changeRun } from './change-run.js';
import { foldArrivals } from './fold-arrivals.js';
import { countRuns, listRuns } from './list-runs.js';
import { deleteRunsOfTenant, pruneRuns } from './prune-runs.js';
import { getRun, readGraph, readRuns } from './read-runs.js';
import { startRun } from './start-run.js';

/** Runs of workflows in Redis. It has to share its database with the RedisExecutionRepository of the store. */
export class RedisWorkflowRepository implements WorkflowRepository {
  constructor(private readonly database: RedisDatabase) {}

  async start(request: StartRun): Promise<StartedRun> {
    return startRun(this.database, request);
  }

  async change(request: ChangeRun): Promise<WorkflowRun | null> {
    return changeRun(this.database, request);
  }

  async addChildren(request: AddChildren): Promise<boolean> {
    return addChildren(this.database, request);
  }

  async get(request: RunById): Promise<WorkflowRun | null> {
    return getRun(this.database, request);
  }

  async list(request: ListRuns): Promise<Page<WorkflowRun>> {
    return listRuns(this.database, request);
  }

  async count({ tenant }: { readonly tenant: TenantScope }): Promise<readonly RunCount[]> {
    return countRuns(this.database, tenant);
  }

  async graph(hash: string): Promise<WorkflowGraph | null> {
    return readGraph(this.database, hash);
  }

  async runs({ ids }: { readonly ids: readonly string[] }): Promise<readonly WorkflowRun[]> {
    return readRuns(this.database, ids);
  }

  async executions({ ids }: { readonly ids: readonly string[] }): Promise<readonly Execution[]> {
    return readExecutions(this.database, ids);
  }

  async foldArrivals({ limit }: { readonly limit: number }): Promise<number> {
    return foldArrivals(this.database, limit);
  }

  async prune(request: PruneRuns): Promise<number> {
    return pruneRuns(this.database, request);
  }

  async deleteOfTenant(request: DeleteRunsOfTenant): Promise<number> {
    return deleteRunsOfTenant(this.database, request);
  }

  onAdvanced(listener: (advanced: AdvancedRuns) => void): () => void {
    return this.database.runs.listen(listener);
  }
}
