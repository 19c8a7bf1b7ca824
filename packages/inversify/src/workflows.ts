export { step, type StepMethod } from './workflows/step.decorator.js';
export type { StepMethodOptions } from './workflows/step-method-options.js';
export { workflow } from './workflows/workflow.decorator.js';
export type { WorkflowClassOptions } from './workflows/workflow-class-options.js';
export { bindWorkflowClass, workflowClasses } from './workflows/bind-workflow-class.js';
export { bindWorkflows } from './workflows/bind-workflows.js';
export { workflowsModule, type WorkflowsModuleOptions } from './workflows/workflows-module.js';
export { SCHEDULER_WORKFLOWS, WORKFLOWS } from './workflows/tokens.js';
