import type { JsonValue } from '../values/json.js';
import type { Priority } from '../values/priority.js';

/** Dispatches work to an agent of the application, by its name. */
export interface AgentDispatcher {
  /** Resolves with the answer of the agent, which is stored with the execution. Rejects if the agent failed or is unknown. */
  dispatch(request: DispatchAgent): Promise<JsonValue>;
}

export interface DispatchAgent {
  readonly agent: string;
  readonly input: JsonValue;
  readonly priority: Priority;
  readonly timeoutMs: number;
  /** Aborted at the timeout, on cancellation, when the lease is lost, and at shutdown. */
  readonly signal: AbortSignal;
  readonly executionId: string;
  /** The same in every attempt of this execution. */
  readonly idempotencyKey: string;
  readonly tenant: string | null;
}
