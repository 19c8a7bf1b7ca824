import type { JsonValue } from '../values/json.js';

/** Starts workflows of the application. */
export interface WorkflowDispatcher {
  /** Resolves as soon as the workflow is started. Rejects if it could not be started or is unknown. */
  start(request: StartWorkflow): Promise<StartedWorkflow>;
}

export interface StartWorkflow {
  readonly workflow: string;
  readonly input: JsonValue;
  /** Aborted at the timeout, on cancellation, when the lease is lost, and at shutdown. */
  readonly signal: AbortSignal;
  readonly executionId: string;
  /** The same in every attempt of this execution. A workflow that was started with it before must not be started again. */
  readonly idempotencyKey: string;
  readonly tenant: string | null;
}

export interface StartedWorkflow {
  readonly workflowId: string;
}
