export { defineWorkflow } from './define/define-workflow.js';
export { type DefinitionRegistry, type NamedStepOptions, Workflow } from './define/workflow.js';
export { type NamedStep, workflowFromSteps } from './define/workflow-from-steps.js';
export type {
  ChildOutput,
  MapSource,
  SleepAnswer,
  SleepOutput,
  WorkflowBuilder,
} from './define/workflow-builder.js';
export type {
  MapContext,
  MapRollbackContext,
  OutputIn,
  RollbackContext,
  StepContext,
  StepOutputs,
} from './declare/step-context.js';
export type { HandlesOf, OutputOf, StepHandle, StepRef, StepRefs } from './declare/step-handle.js';
export type {
  AnyStepOptions,
  ApprovalOptions,
  CallOptions,
  ChildOptions,
  EdgeOptions,
  LimitOptions,
  MapOptions,
  RollbackInput,
  SignalOptions,
  SleepOptions,
  StepFunction,
  StepOptions,
  SureEdges,
} from './declare/step-options.js';
export type { StepCode, WorkflowDefinition, WorkflowOptions } from './declare/workflow-definition.js';
export type { WorkflowSchedule } from './declare/workflow-schedule.js';
export { createWorkflows, type WorkflowsOptions } from './runtime/create-workflows.js';
export type {
  DecisionOptions,
  RunQuery,
  StartOptions,
  WorkflowRuns,
  Workflows,
} from './runtime/workflows.js';
export type { DefinedWorkflow, WorkflowSummary } from './runtime/summary.js';
export type { StrandedRun, StrandedRuns } from './runtime/plan.js';
export type { StepExplanation } from './show/explain-step.js';
export type { StepView, WorkflowState } from './show/workflow-state.js';
