import type { NamedStep, WorkflowOptions } from '@scheduler/workflow';

export interface WorkflowClassOptions extends WorkflowOptions {
  /** Steps that call no method, such as approvals, signals and fixed sleeps, as data. */
  readonly steps?: readonly NamedStep[];
}
