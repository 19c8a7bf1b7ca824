import type { WorkflowDefinition, Workflows } from '@scheduler/workflow';
import { token } from '../container/tokens.js';

/** The runtime of the workflows, for domain code: it starts runs, decides, signals, and shows how far they came. */
export const WORKFLOWS = token<Workflows>('workflow_runtime');

/** The tag for definitions of workflows: every definition bound to it is known to the runtime, from any module. */
export const SCHEDULER_WORKFLOWS = token<WorkflowDefinition>('workflows');
