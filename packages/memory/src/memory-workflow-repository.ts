import type { Execution, Page, WorkflowGraph, WorkflowRun } from '@scheduler/contracts';
import {
  type AddChildren,
  addChildrenCommand,
  type AdvancedRuns,
  type ChangeRun,
  copyExecution,
  type DeleteRunsOfTenant,
  existingRun,
  graphStored,
  isInScope,
  type ListRuns,
  newWorkflowRun,
  type PruneRuns,
  type RunById,
  type RunCount,
  startWithParent,
  type StartedRun,
  type StartRun,
  type TenantScope,
  type WorkflowRepository,
} from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from './database/memory-database.js';
import { frozen } from './database/own-copy.js';
import { refuseTransaction } from './database/refuse-transaction.js';
import { heldBy } from './executions/held.js';
import { advanceRuns } from './workflows/advance-runs.js';
import { countRuns, listRuns, runForCaller } from './workflows/list-runs.js';
import { deleteRunsOfTenant, pruneRuns } from './workflows/prune-runs.js';

/** Runs of workflows in memory. Each change is one synchronous step, together with the executions that belong to it. */
export class MemoryWorkflowRepository implements WorkflowRepository {
  constructor(private readonly database: MemoryDatabase) {}

  async start(request: StartRun): Promise<StartedRun> {
    refuseTransaction(request.transaction);
    const { workflows } = this.database;
    const existing = workflows.runs.get(request.id);
    if (existing !== undefined) return { run: runForCaller(existingRun(existing, request)), isNew: false };
    const { parent } = request;
    if (parent !== null) startWithParent(workflows.runs.get(parent.run) ?? null, parent);
    const graph = frozen(request.graph);
    const at = this.database.now();
    const effects = newWorkflowRun({ ...request, graph, parent: placeOf(parent) }, at);
    const context = { at, cause: request.cause ?? null };
    if (!workflows.graphs.has(request.graphHash)) {
      workflows.graphs.set(request.graphHash, graph);
      this.database.log?.append(graphStored(request.graphHash, graph, context));
    }
    const stored = workflows.graphs.get(request.graphHash) ?? graph;
    advanceRuns(this.database, { commands: [], started: [{ effects, graph: stored }] }, context);
    return { run: runForCaller(workflows.runs.get(request.id) ?? effects.run), isNew: true };
  }

  async change({ id, tenant, command, cause = null }: ChangeRun): Promise<WorkflowRun | null> {
    if (this.find({ id, tenant }) === null) return null;
    const at = this.database.now();
    advanceRuns(this.database, { commands: [{ runId: id, command }] }, { at, cause });
    const run = this.find({ id, tenant });
    return run === null ? null : runForCaller(run);
  }

  async addChildren(request: AddChildren): Promise<boolean> {
    const { id: executionId, fence } = request.execution;
    const held = heldBy(this.database, { executionId, fence });
    if (held === null) return false;
    const context = { at: this.database.now(), cause: held.execution.owner };
    advanceRuns(this.database, { commands: [addChildrenCommand(request)] }, context);
    return true;
  }

  async get(request: RunById): Promise<WorkflowRun | null> {
    const run = this.find(request);
    return run === null ? null : runForCaller(run);
  }

  async list(request: ListRuns): Promise<Page<WorkflowRun>> {
    return listRuns(this.database, request);
  }

  async count({ tenant }: { readonly tenant: TenantScope }): Promise<readonly RunCount[]> {
    return countRuns(this.database, tenant);
  }

  async graph(hash: string): Promise<WorkflowGraph | null> {
    return this.database.workflows.graphs.get(hash) ?? null;
  }

  async runs({ ids }: { readonly ids: readonly string[] }): Promise<readonly WorkflowRun[]> {
    const { runs } = this.database.workflows;
    return ids.flatMap((id) => {
      const run = runs.get(id);
      return run === undefined ? [] : [runForCaller(run)];
    });
  }

  async executions({ ids }: { readonly ids: readonly string[] }): Promise<readonly Execution[]> {
    const { records } = this.database.executions;
    return ids.flatMap((id) => {
      const record = records.get(id);
      return record === undefined ? [] : [copyExecution(record.execution)];
    });
  }

  async foldArrivals(): Promise<number> {
    // Nothing ends in a transaction of a caller, since there are none.
    return 0;
  }

  async prune(request: PruneRuns): Promise<number> {
    return pruneRuns(this.database, request);
  }

  async deleteOfTenant(request: DeleteRunsOfTenant): Promise<number> {
    return deleteRunsOfTenant(this.database, request);
  }

  onAdvanced(listener: (advanced: AdvancedRuns) => void): () => void {
    return this.database.workflows.listen(listener);
  }

  private find({ id, tenant }: RunById): WorkflowRun | null {
    const run = this.database.workflows.runs.get(id);
    return run !== undefined && isInScope(run, tenant) ? run : null;
  }
}

function placeOf(parent: StartRun['parent']) {
  return parent === null ? null : { runId: parent.run, step: parent.step, rootId: parent.root };
}
