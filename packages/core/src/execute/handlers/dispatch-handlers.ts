import {
  type AgentDispatcher,
  agentHandler,
  type DurationInput,
  type JobHandler,
  type JsonValue,
  PayloadInvalid,
  type PriorityInput,
  type WorkflowDispatcher,
  workflowHandler,
} from '@scheduler/contracts';

/** The type of jobs whose payload names an agent: `{ agent, input }`. */
export const DISPATCH_AGENT = 'scheduler.dispatch_agent';
/** The type of jobs whose payload names a workflow: `{ workflow, input }`. */
export const TRIGGER_WORKFLOW = 'scheduler.trigger_workflow';

export interface Dispatchers {
  readonly agents?: AgentDispatcher | undefined;
  readonly workflows?: WorkflowDispatcher | undefined;
}

/** The handlers that come with the dispatchers of an application. */
export function dispatchHandlers({ agents, workflows }: Dispatchers): readonly JobHandler[] {
  return [
    ...(agents === undefined ? [] : [anyAgent(agents)]),
    ...(workflows === undefined ? [] : [anyWorkflow(workflows)]),
  ];
}

interface AgentPayload {
  readonly agent: string;
  readonly input?: JsonValue;
  readonly priority?: PriorityInput;
  readonly timeout?: DurationInput;
}

function anyAgent(agents: AgentDispatcher): JobHandler {
  const of = (payload: unknown): JobHandler => {
    const { agent, priority, timeout } = payload as AgentPayload;
    return agentHandler({
      type: DISPATCH_AGENT,
      agent,
      agents,
      ...(priority === undefined ? {} : { priority }),
      ...(timeout === undefined ? {} : { timeout }),
    });
  };
  return {
    types: [DISPATCH_AGENT],
    supports: (type) => type === DISPATCH_AGENT,
    validate: (payload) => {
      checkName(payload, 'agent');
      of(payload);
    },
    handle: (job, context) => of(job.payload).handle({ ...job, payload: inputOf(job.payload) }, context),
  };
}

function anyWorkflow(workflows: WorkflowDispatcher): JobHandler {
  return {
    types: [TRIGGER_WORKFLOW],
    supports: (type) => type === TRIGGER_WORKFLOW,
    validate: (payload) => checkName(payload, 'workflow'),
    handle: (job, context) => {
      const { workflow } = job.payload as { readonly workflow: string };
      const handler = workflowHandler({ type: TRIGGER_WORKFLOW, workflow, workflows });
      return handler.handle({ ...job, payload: inputOf(job.payload) }, context);
    },
  };
}

function inputOf(payload: unknown): JsonValue {
  return (payload as { readonly input?: JsonValue }).input ?? null;
}

function checkName(payload: unknown, field: 'agent' | 'workflow'): void {
  const name = (payload as Partial<Record<string, unknown>> | null)?.[field];
  if (typeof name === 'string' && name !== '') return;
  throw new PayloadInvalid({
    field: `payload.${field}`,
    value: name,
    problem: `is not the name of ${field === 'agent' ? 'an agent' : 'a workflow'}`,
    accepted: `{ ${field}: 'name', input: … }`,
  });
}
