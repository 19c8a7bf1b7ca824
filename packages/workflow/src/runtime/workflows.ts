import type {
  CallerTransaction,
  JsonObject,
  Page,
  ScheduledJob,
  SortOrder,
  WorkflowAttributes,
  WorkflowRun,
  WorkflowStatus,
} from '@scheduler/contracts';
import type { WorkflowEngine } from '@scheduler/core';
import type { DefinitionRegistry } from '../define/workflow.js';
import type { WorkflowDefinition } from '../declare/workflow-definition.js';
import type { StepExplanation } from '../show/explain-step.js';
import type { WorkflowState } from '../show/workflow-state.js';
import type { StrandedRuns } from './plan.js';
import type { DefinedWorkflow, WorkflowSummary } from './summary.js';

export interface StartOptions {
  /** The id of the run. A second start with the same id and input returns the first run. Default: a new id. */
  readonly id?: string;
  readonly attributes?: WorkflowAttributes;
  /** A transaction of the database of the store: the run exists as soon as it is committed. */
  readonly transaction?: CallerTransaction;
  /** Default: that of these workflows, or none. */
  readonly tenant?: string;
}

export interface RunQuery {
  readonly names?: readonly string[];
  readonly statuses?: readonly WorkflowStatus[];
  /** All of these must be equal. */
  readonly attributes?: WorkflowAttributes;
  /** Only runs that this run has started, or with null only those that no workflow has started. Default: all. */
  readonly parent?: string | null;
  /** Default: 100. */
  readonly limit?: number;
  /** Default: 0. */
  readonly offset?: number;
  /** By the time of their creation. Default: `desc`. */
  readonly sortOrder?: SortOrder;
}

export interface DecisionOptions {
  /** Who decided. Default: nobody is named. */
  readonly by?: string;
  /** The output of the step. Default: null. */
  readonly data?: unknown;
}

/** The runs of the workflows of a program. */
export interface WorkflowRuns {
  /** Starts a run. Throws WorkflowUnknown, WorkflowInvalid for an input that the schema refuses, and WorkflowAlreadyExists. */
  start<TInput>(
    workflow: WorkflowDefinition<TInput> | string,
    input?: TInput,
    options?: StartOptions,
  ): Promise<WorkflowRun>;

  /** Schedules one run, as a job that can be seen and cancelled like any other. */
  scheduleExecution(
    workflow: WorkflowDefinition | string,
    options: { readonly at: Date; readonly context?: unknown; readonly name?: string },
  ): Promise<ScheduledJob>;

  /** Nothing new starts; what runs ends, and is kept. */
  pause(id: string): Promise<WorkflowRun>;
  /** The context is added to the input that later steps see. */
  resume(id: string, options?: { readonly context?: JsonObject }): Promise<WorkflowRun>;
  /** Nothing new starts, and what runs is asked to stop. With `rollback`, what was done is undone. */
  cancel(
    id: string,
    options?: { readonly reason?: string; readonly rollback?: boolean },
  ): Promise<WorkflowRun>;
  approve(id: string, step: string, options?: DecisionOptions): Promise<WorkflowRun>;
  reject(id: string, step: string, options?: DecisionOptions): Promise<WorkflowRun>;
  /** Sends a signal, which is kept until a step wants it. A second signal with the same key is the same signal. Default: a new key. */
  signal(
    id: string,
    name: string,
    options?: { readonly data?: unknown; readonly key?: string },
  ): Promise<WorkflowRun>;
  /** Lets a run that has ended go on from its failed steps, or from the given ones. What came before keeps its outputs. */
  retryFrom(id: string, step?: string | readonly string[]): Promise<WorkflowRun>;
  /** Tries the rollbacks again that have failed for good. */
  resumeCompensation(id: string): Promise<WorkflowRun>;

  /** Throws WorkflowNotFound. */
  getState(id: string): Promise<WorkflowState>;
  /** The runs that have not ended, of one workflow or of all. */
  listRunning(
    workflow?: string,
    options?: Pick<RunQuery, 'attributes' | 'limit' | 'offset'>,
  ): Promise<Page<WorkflowRun>>;
  list(query?: RunQuery): Promise<Page<WorkflowRun>>;
  /** A workflow with how many runs of each status there are. */
  summary(workflow: string): Promise<WorkflowSummary>;
  /** The workflows that are defined, by name. */
  listAll(): readonly DefinedWorkflow[];
  /** A flowchart of a workflow by its name, or of a run by its id with the states of its steps. */
  toMermaid(workflowOrRun: string): Promise<string>;
  /** The same for Graphviz. */
  toDot(workflowOrRun: string): Promise<string>;
  /** The same as lines of text. */
  toTable(workflowOrRun: string): Promise<string>;
  /** What a step waits for, and since when. */
  why(id: string, step: string): Promise<StepExplanation>;
  /** The runs that this version of the program could not finish. Look before a deployment. */
  plan(): Promise<StrandedRuns>;
  /** Resolves with a run as soon as it has ended. Rejects with ShuttingDown if the node stops before. */
  waitFor(id: string): Promise<WorkflowRun>;
  /** The runs of one tenant alone. */
  forTenant(tenant: string): WorkflowRuns;
}

/** The workflows of a program, to be given to the node: `createSchedulerNode({ store, workflows })`. */
export interface Workflows extends WorkflowRuns, WorkflowEngine, DefinitionRegistry {
  /** Adds a workflow. One with a schedule must be added before the node is created, which declares the schedules. */
  register(definition: WorkflowDefinition): void;
}
