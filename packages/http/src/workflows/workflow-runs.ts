import {
  FeatureNotSupported,
  type JsonObject,
  type Page,
  type ScheduledJob,
  type WorkflowAttributes,
  type WorkflowRun,
  type WorkflowStatus,
  type WorkflowStepState,
} from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import type { Principal } from '../access/principal.js';

/** What the API uses of the workflows of a program. By its shape, because this package does not depend on the one of workflows. */
export interface WorkflowRunsPort {
  start(
    name: string,
    input: unknown,
    options: { readonly id?: string; readonly attributes?: WorkflowAttributes; readonly tenant?: string },
  ): Promise<WorkflowRun>;
  scheduleExecution(
    name: string,
    options: { readonly at: Date; readonly context?: unknown },
  ): Promise<ScheduledJob>;
  pause(id: string): Promise<WorkflowRun>;
  resume(id: string, options?: { readonly context?: JsonObject }): Promise<WorkflowRun>;
  cancel(
    id: string,
    options: { readonly reason?: string; readonly rollback?: boolean },
  ): Promise<WorkflowRun>;
  approve(id: string, step: string, options: Decision): Promise<WorkflowRun>;
  reject(id: string, step: string, options: Decision): Promise<WorkflowRun>;
  signal(
    id: string,
    name: string,
    options: { readonly data?: unknown; readonly key?: string },
  ): Promise<WorkflowRun>;
  retryFrom(id: string, step?: string | readonly string[]): Promise<WorkflowRun>;
  resumeCompensation(id: string): Promise<WorkflowRun>;
  getState(id: string): Promise<StatePort>;
  list(query: {
    readonly names?: readonly string[];
    readonly statuses?: readonly WorkflowStatus[];
    readonly limit?: number;
    readonly offset?: number;
  }): Promise<Page<WorkflowRun>>;
  listAll(): readonly DefinitionPort[];
  toMermaid(nameOrId: string): Promise<string>;
  toDot(nameOrId: string): Promise<string>;
  why(id: string, step: string): Promise<object>;
  plan(): Promise<object>;
  forTenant(tenant: string): WorkflowRunsPort;
}

export interface Decision {
  readonly by?: string;
  readonly data?: unknown;
}

export interface DefinitionPort {
  readonly name: string;
  readonly graphHash: string;
  readonly steps: readonly { readonly name: string; readonly kind: string }[];
  readonly deadlineMs: number | null;
}

export interface StatePort {
  readonly run: WorkflowRun;
  readonly steps: readonly {
    readonly name: string;
    readonly kind: string;
    readonly after: readonly string[];
    readonly afterAny: readonly string[];
    readonly status: string;
    readonly state: WorkflowStepState;
    readonly activeSince: Date | null;
    readonly endedAt: Date | null;
  }[];
  readonly progress: { readonly ended: number; readonly total: number };
}

/** The runs that the principal may see. Throws FeatureNotSupported where the program gave no workflows to its node. */
export function runsOf({ workflows: { engine } }: SchedulerNode, { tenant }: Principal): WorkflowRunsPort {
  if (engine === null || !('getState' in engine) || !('listAll' in engine))
    throw new FeatureNotSupported(
      'a run of a workflow',
      'this node',
      'give it createWorkflows({ definitions }) as workflows',
    );
  const runs = engine as unknown as WorkflowRunsPort;
  return tenant === null ? runs : runs.forTenant(tenant);
}
