import { defineHandler, type JobHandler } from '../handlers/job-handler.js';
import { JobResult } from '../handlers/job-result.js';
import type { JsonValue } from '../values/json.js';
import type { WorkflowDispatcher } from './workflow-dispatcher.js';

export interface WorkflowHandlerDefinition {
  readonly type: string | readonly string[];
  readonly workflow: string;
  readonly workflows: WorkflowDispatcher;
  readonly validate?: (payload: unknown) => void;
}

/**
 * Creates a handler that starts a workflow. The payload is the input of the workflow, and `{ workflowId }` the output.
 *
 * @example
 * const onboard = workflowHandler({ type: 'onboard_user', workflow: 'onboarding', workflows });
 */
export function workflowHandler({
  type,
  workflow,
  workflows,
  validate,
}: WorkflowHandlerDefinition): JobHandler {
  return defineHandler({
    type,
    ...(validate === undefined ? {} : { validate }),
    handle: async ({ payload, tenant }, { signal, executionId, idempotencyKey }) => {
      const input = payload as JsonValue;
      const started = await workflows.start({ workflow, input, signal, executionId, idempotencyKey, tenant });
      return JobResult.success({ workflowId: started.workflowId });
    },
  });
}
