import type { ScheduleDefinition, WorkflowStatus, WorkflowStepKind } from '@scheduler/contracts';
import type { RunCount } from '@scheduler/contracts/adapter';
import type { WorkflowDefinition } from '../declare/workflow-definition.js';

export interface DefinedWorkflow {
  readonly name: string;
  readonly graphHash: string;
  readonly steps: readonly { readonly name: string; readonly kind: WorkflowStepKind }[];
  /** Null: none. */
  readonly deadlineMs: number | null;
  /** The jobs by which it starts. */
  readonly schedules: readonly Pick<ScheduleDefinition, 'name' | 'trigger'>[];
}

export interface WorkflowSummary extends DefinedWorkflow {
  /** How many runs there are, by status. A status that no run has is missing. */
  readonly runs: Readonly<Partial<Record<WorkflowStatus, number>>>;
}

export function definedWorkflow({ name, graph, graphHash, jobs }: WorkflowDefinition): DefinedWorkflow {
  return {
    name,
    graphHash,
    steps: graph.steps.map((step) => ({ name: step.name, kind: step.kind })),
    deadlineMs: graph.deadlineMs,
    schedules: jobs.map((job) => ({ name: job.name, trigger: job.trigger })),
  };
}

export function summaryOf(definition: WorkflowDefinition, counts: readonly RunCount[]): WorkflowSummary {
  const own = counts.filter(({ name }) => name === definition.name);
  return {
    ...definedWorkflow(definition),
    runs: Object.fromEntries(own.map(({ status, count }) => [status, count])),
  };
}
