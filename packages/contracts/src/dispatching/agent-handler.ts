import { type DurationInput, toMilliseconds } from '../values/duration.js';
import { defineHandler, type JobHandler } from '../handlers/job-handler.js';
import { JobResult } from '../handlers/job-result.js';
import type { JsonValue } from '../values/json.js';
import type { AgentDispatcher } from './agent-dispatcher.js';
import { DEFAULT_PRIORITY, type PriorityInput, toPriority } from '../values/priority.js';

/** The default timeout of an agent. */
export const AGENT_TIMEOUT_MS = 300_000;

export interface AgentHandlerDefinition {
  readonly type: string | readonly string[];
  readonly agent: string;
  readonly agents: AgentDispatcher;
  /** The priority that the agent gets. Default: `medium`. */
  readonly priority?: PriorityInput;
  /** The timeout that the agent gets, in addition to the timeout of the job. Default: 5 minutes. */
  readonly timeout?: DurationInput;
  readonly validate?: (payload: unknown) => void;
}

/**
 * Creates a handler that dispatches to an agent. The payload is the input of the agent, and its answer the output.
 *
 * @example
 * const triage = agentHandler({ type: 'triage_ticket', agent: 'ticket-triage', agents });
 */
export function agentHandler(definition: AgentHandlerDefinition): JobHandler {
  const { type, agent, agents, validate } = definition;
  const priority = toPriority(definition.priority ?? DEFAULT_PRIORITY);
  const timeoutMs = toMilliseconds(definition.timeout ?? AGENT_TIMEOUT_MS, 'timeout');
  return defineHandler({
    type,
    ...(validate === undefined ? {} : { validate }),
    handle: async ({ payload, tenant }, { signal, executionId, idempotencyKey }) =>
      JobResult.success(
        await agents.dispatch({
          agent,
          input: payload as JsonValue,
          priority,
          timeoutMs,
          signal,
          executionId,
          idempotencyKey,
          tenant,
        }),
      ),
  });
}
