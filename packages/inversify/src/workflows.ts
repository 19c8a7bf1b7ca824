export { step, type StepMethod, type StepMethodOptions } from './workflows/step.decorator.js';
export { workflow, type WorkflowClassOptions } from './workflows/workflow.decorator.js';
export { bindWorkflowClass, workflowClasses } from './workflows/bind-workflow-class.js';
export { bindWorkflows } from './workflows/bind-workflows.js';
export { workflowsModule, type WorkflowsModuleOptions } from './workflows/workflows-module.js';
export { SCHEDULER_WORKFLOWS, WORKFLOWS } from './workflows/tokens.js';
