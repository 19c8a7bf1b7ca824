import type { Execution, WorkflowGraph, WorkflowRun } from '@scheduler/contracts';

/** A run with everything that belongs to it. */
export interface RunEvidence {
  readonly run: WorkflowRun;
  readonly graph: WorkflowGraph;
  /** The executions of its steps. */
  readonly executions: readonly Execution[];
  /** Whether the resource holds an effect of an execution. */
  readonly hasEffect: (executionId: string) => boolean;
}
