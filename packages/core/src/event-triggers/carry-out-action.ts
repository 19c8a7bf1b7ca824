import {
  type EnqueueRequest,
  type EventAction,
  type EventHandler,
  EventInvalid,
  type EventJob,
  type Execution,
  type JobType,
  type ScheduledJob,
  type ScheduleDefinition,
  toMilliseconds,
  trigger,
  type TriggeredEvent,
} from '@scheduler/contracts';
import { DISPATCH_AGENT, TRIGGER_WORKFLOW } from '../execute/handlers/dispatch-handlers.js';
import { withoutDispatcher } from '../execute/handlers/handler-registry.js';
import { createJob } from '../schedule/create-job.js';
import { enqueueAll } from '../schedule/enqueue.js';
import type { ManagerParts } from '../schedule/manager-parts.js';
import { workIdOf, metadataWithoutData, payloadOf } from './event-template.js';

export interface ActionResult {
  readonly jobs: readonly ScheduledJob[];
  readonly executions: readonly Execution[];
}

/** Stores the job or execution that the action of a handler describes. Throws JobAlreadyExists if the same event was triggered before. */
export async function carryOutAction(
  parts: ManagerParts,
  handler: EventHandler,
  event: TriggeredEvent,
): Promise<ActionResult> {
  const action = handler.action as EventAction;
  if (action.kind === 'create_job') {
    const job = await createJob(parts, definitionOf(action.definition, handler, event), { tenant: null });
    return { jobs: [job], executions: [] };
  }
  const request = requestOf(parts, action, event);
  const executions = await enqueueAll(parts, [{ ...request, ...identityOf(handler, event) }], {
    tenant: null,
  });
  return { jobs: [], executions };
}

/** The id and the tenant of the work that a handler creates for an event, whatever its action says. */
function identityOf(handler: EventHandler, event: TriggeredEvent) {
  const tenant = handler.tenant ?? event.tenant;
  return { id: workIdOf(event, handler), ...(tenant === null ? {} : { tenant }) };
}

function definitionOf(
  { delay, payload, trigger: recurring, ...rest }: EventJob,
  handler: EventHandler,
  event: TriggeredEvent,
): ScheduleDefinition {
  const delayMs = delay === undefined ? 0 : toMilliseconds(delay, 'delay');
  const from = new Date(event.at.getTime() + delayMs);
  const isLater = delayMs > 0;
  const first = isLater ? trigger.once(from) : trigger.now();
  return {
    ...rest,
    ...identityOf(handler, event),
    trigger: recurring === undefined || recurring.kind === 'now' ? first : recurring,
    ...(recurring === undefined || !isLater ? {} : { startAt: from }),
    payload: payloadOf(payload, event),
    metadata: metadataWithoutData(rest.metadata, event),
  };
}

function requestOf(
  parts: ManagerParts,
  action: Exclude<EventAction, { kind: 'create_job' }>,
  event: TriggeredEvent,
): EnqueueRequest {
  const metadata = metadataWithoutData(undefined, event);
  switch (action.kind) {
    case 'enqueue': {
      const { delay, payload, ...rest } = action.request;
      const runAt = new Date(event.at.getTime() + (delay === undefined ? 0 : toMilliseconds(delay, 'delay')));
      const own = { payload: payloadOf(payload, event), metadata: { ...rest.metadata, ...metadata } };
      return { ...rest, ...own, ...(delay === undefined ? {} : { runAt }) };
    }
    case 'dispatch_agent': {
      const { kind: _kind, agent, input, ...run } = action;
      const { priority, timeout } = run;
      const options = {
        ...(priority === undefined ? {} : { priority }),
        ...(timeout === undefined ? {} : { timeout }),
      };
      const payload = { agent, input: payloadOf(input, event), ...options };
      return { ...run, type: dispatchTypeFor(parts, 'agent'), payload, metadata };
    }
    case 'trigger_workflow': {
      const { kind: _kind, workflow, input, ...run } = action;
      const payload = { workflow, input: payloadOf(input, event) };
      return { ...run, type: dispatchTypeFor(parts, 'workflow'), payload, metadata };
    }
    default:
      throw new EventInvalid({ field: 'action', value: action, problem: 'cannot be read' });
  }
}

/** The job type that dispatches to agents or workflows. Throws where this node has no dispatcher for it. */
export function dispatchTypeFor({ config, handlers }: ManagerParts, kind: 'agent' | 'workflow'): string {
  const type = kind === 'agent' ? DISPATCH_AGENT : TRIGGER_WORKFLOW;
  if (config.unknownTypes !== 'accept' && !handlers.supports(type as JobType)) throw withoutDispatcher(kind);
  return type;
}
