import type { Execution } from '../executions/execution.js';
import type { JsonValue } from '../values/json.js';
import type { Caused } from '../values/caused.js';
import type { CallerTransaction } from '../values/caller-transaction.js';
import type { Page, PageRequest, SortOrder } from '../values/page.js';
import type { TenantScope } from '../values/tenant.js';
import type { TraceContext } from '../values/trace-context.js';
import type { WorkflowChange } from '../workflows/changes-of.js';
import type { WorkflowCommand } from '../workflows/run-command.js';
import type { CancelInRun, PostponeInRun } from '../workflows/run-draft.js';
import type { WorkflowGraph } from '../workflows/workflow-graph.js';
import type { WorkflowPlace } from '../executions/workflow-place.js';
import type { WorkflowAttributes, WorkflowRun, WorkflowStatus } from '../workflows/workflow-run.js';

/**
 * Runs of workflows. A store that has this port also advances runs in every step in which an execution ends, whichever method it is: `settle`,
 * `rescue`, `requestCancel`, the deletion of corrupt rows. `advanceTrees` decides what that means; the store writes it in the same atomic step,
 * under a lock of the root of each tree of runs.
 */
export interface WorkflowRepository {
  /**
   * Stores a run with its first executions, in the caller's transaction if there is one. A run with the same id, workflow and input exists:
   * it is returned, and nothing is written. Throws WorkflowAlreadyExists where the workflow or the input differs, WorkflowNotRunning if the
   * run that starts it does not wait for it any more.
   */
  start(request: StartRun): Promise<StartedRun>;

  /** Carries out a command. Null: no such run for this tenant. Throws what `changeRun` throws, and then nothing is written. */
  change(request: ChangeRun): Promise<WorkflowRun | null>;

  /** Adds children of a map, under the lease of the execution of the map. False: the lease is lost. Throws WorkflowNotRunning. */
  addChildren(request: AddChildren): Promise<boolean>;

  /** Null: no such run for this tenant. */
  get(request: RunById): Promise<WorkflowRun | null>;

  /** Newest first, unless it says otherwise. */
  list(request: ListRuns): Promise<Page<WorkflowRun>>;

  /** How many runs of each status there are, by workflow. */
  count(request: { readonly tenant: TenantScope }): Promise<readonly RunCount[]>;

  /** Null: no run was ever pinned to it, or all of those are deleted. */
  graph(hash: string): Promise<WorkflowGraph | null>;

  /** What steps need to start: runs of any tenant, without those that do not exist, in the order of the ids. */
  runs(request: { readonly ids: readonly string[] }): Promise<readonly WorkflowRun[]>;

  /** What steps need to start: executions as they are stored, without those that do not exist. */
  executions(request: { readonly ids: readonly string[] }): Promise<readonly Execution[]>;

  /**
   * Advances runs whose executions ended in transactions of callers, in which runs are not advanced, so that those transactions hold no lock of
   * a run. At most `limit` executions. Returns how many there were.
   */
  foldArrivals(request: { readonly limit: number }): Promise<number>;

  /** Deletes whole trees of runs that have ended, with their executions and logs, at most `limit` runs. Returns how many runs. */
  prune(request: PruneRuns): Promise<number>;

  /** Deletes runs of a tenant, whatever their status is; their executions are deleted by `ExecutionRepository.deleteOfTenant`. Returns how many, 0 when none is left. */
  deleteOfTenant(request: DeleteRunsOfTenant): Promise<number>;

  /**
   * Calls the listener in this process after each step of the store that has changed runs, as soon as it is committed. What it gets may be the
   * store's own, for speed: core does not change it. Returns how to stop it.
   */
  onAdvanced(listener: (advanced: AdvancedRuns) => void): () => void;
}

export interface StartRun extends Caused {
  readonly id: string;
  readonly graph: WorkflowGraph;
  readonly graphHash: string;
  readonly tenant: string | null;
  readonly input: JsonValue;
  readonly attributes: WorkflowAttributes;
  /** The step that starts it. Null: no workflow does. */
  readonly parent: Pick<WorkflowPlace, 'run' | 'root' | 'step'> | null;
  /** The context in which it is started, which its steps get. Default: null. */
  readonly trace?: TraceContext | null;
  readonly transaction?: CallerTransaction;
}

export interface StartedRun {
  readonly run: WorkflowRun;
  /** False: it existed before. */
  readonly isNew: boolean;
}

export interface RunById {
  readonly id: string;
  readonly tenant: TenantScope;
}

export interface ChangeRun extends RunById, Caused {
  readonly command: WorkflowCommand;
}

export interface AddChildren {
  /** The execution of the map, as its holder claimed it. */
  readonly execution: Pick<Execution, 'id' | 'fence' | 'workflow'>;
  /** The index of the first of them. */
  readonly from: number;
  readonly payloads: readonly JsonValue[];
}

export interface ListRuns extends PageRequest {
  readonly tenant: TenantScope;
  readonly names?: readonly string[];
  readonly statuses?: readonly WorkflowStatus[];
  /** Without the runs that are pinned to these graphs, by their hashes. */
  readonly exceptGraphs?: readonly string[];
  /** All of these must be equal. */
  readonly attributes?: WorkflowAttributes;
  /** Only runs that a workflow has not started, or only those of this run. */
  readonly parent?: string | null;
  /** By the time of their creation. */
  readonly sortOrder: SortOrder;
}

export interface RunCount {
  readonly name: string;
  readonly status: WorkflowStatus;
  readonly count: number;
}

export interface PruneRuns extends Caused {
  readonly endedBefore: Date;
  readonly statuses: readonly WorkflowStatus[];
  readonly limit: number;
}

export interface DeleteRunsOfTenant extends Caused {
  readonly tenant: string;
  readonly limit: number;
}

export interface AdvancedRuns {
  /** The changed runs, as they are afterwards. */
  readonly runs: readonly WorkflowRun[];
  /** Those that did not exist before. */
  readonly created: ReadonlySet<string>;
  /** New executions, which their queues have to be told of. */
  readonly executions: readonly Execution[];
  /** Executions whose start was moved. Where it was moved to now, their queues have to be told. */
  readonly postponed: readonly PostponeInRun[];
  /** Executions that were to end and did not wait. Those of them that run were asked to stop, and their nodes have to be told. */
  readonly asked: readonly CancelInRun[];
  readonly changes: readonly WorkflowChange[];
}
