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
import type { Database } from '../database/database.js';
import { foldArrivals } from '../queries/workflows/arrivals.js';
import { addChildren, changeRun } from '../queries/workflows/change-run.js';
import type { Workflows } from '../queries/workflows/workflows.js';
import { deleteRunsOfTenant, pruneRuns } from '../queries/workflows/prune-runs.js';
import {
  countRuns,
  executionsOf,
  getGraph,
  getRun,
  listRuns,
  runsOf,
} from '../queries/workflows/read-runs.js';
import { startRun } from '../queries/workflows/start-run.js';

/** A table of contents: each operation is a file under `queries/workflows`. */
export class KnexWorkflowRepository implements WorkflowRepository {
  constructor(
    private readonly database: Database,
    private readonly workflows: Workflows,
  ) {}

  start(request: StartRun): Promise<StartedRun> {
    return startRun(this.database, this.workflows, request);
  }

  change(request: ChangeRun): Promise<WorkflowRun | null> {
    return changeRun(this.database, this.workflows, request);
  }

  addChildren(request: AddChildren): Promise<boolean> {
    return addChildren(this.database, this.workflows, request);
  }

  get(request: RunById): Promise<WorkflowRun | null> {
    return getRun(this.database, request);
  }

  list(request: ListRuns): Promise<Page<WorkflowRun>> {
    return listRuns(this.database, request);
  }

  count({ tenant }: { readonly tenant: TenantScope }): Promise<readonly RunCount[]> {
    return countRuns(this.database, tenant);
  }

  graph(hash: string): Promise<WorkflowGraph | null> {
    return getGraph(this.database, this.workflows, hash);
  }

  runs({ ids }: { readonly ids: readonly string[] }): Promise<readonly WorkflowRun[]> {
    return runsOf(this.database, this.workflows, ids);
  }

  executions({ ids }: { readonly ids: readonly string[] }): Promise<readonly Execution[]> {
    return executionsOf(this.database, ids);
  }

  foldArrivals(request: { readonly limit: number }): Promise<number> {
    return foldArrivals(this.database, this.workflows, request);
  }

  prune(request: PruneRuns): Promise<number> {
    return pruneRuns(this.database, request);
  }

  deleteOfTenant(request: DeleteRunsOfTenant): Promise<number> {
    return deleteRunsOfTenant(this.database, request);
  }

  onAdvanced(listener: (advanced: AdvancedRuns) => void): () => void {
    return this.workflows.listeners.add(listener);
  }
}
