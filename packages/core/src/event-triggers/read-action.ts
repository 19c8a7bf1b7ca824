import { type EventAction, EventInvalid, type JobType } from '@scheduler/contracts';
import { actionSchema, knownInAction } from './event-schema.js';
import { toJsonValue } from '../support/input/json-value.js';
import { readInput } from '../support/input/read-input.js';
import type { ManagerParts } from '../schedule/manager-parts.js';
import { toMetadata } from '../schedule/job-of-definition.js';
import { dispatchTypeFor } from './carry-out-action.js';

/** Checks an action, and returns it as it was given: that is how it is stored, and it is read again for each event. */
export function readAction(parts: ManagerParts, given: EventAction): EventAction {
  const read = readInput({
    schema: actionSchema,
    value: given,
    error: EventInvalid,
    subject: 'handler',
    known: knownInAction((given as { readonly kind?: unknown } | null)?.kind),
  });
  if (read.kind === 'dispatch_agent') dispatchTypeFor(parts, 'agent');
  else if (read.kind === 'trigger_workflow') dispatchTypeFor(parts, 'workflow');
  else checkWork(parts, read.kind === 'create_job' ? read.definition : read.request);
  return toJsonValue(given, 'handler', EventInvalid) as unknown as EventAction;
}

/** The default name of an action, such as `create_job:send_welcome`. */
export function nameOfAction(action: EventAction): string {
  switch (action.kind) {
    case 'create_job':
      return `create_job:${action.definition.type}`;
    case 'enqueue':
      return `enqueue:${action.request.type}`;
    case 'dispatch_agent':
      return `dispatch_agent:${action.agent}`;
    case 'trigger_workflow':
      return `trigger_workflow:${action.workflow}`;
  }
}

type Work = { readonly type: JobType; readonly metadata?: unknown };

function checkWork({ config, handlers }: ManagerParts, { type, metadata }: Work): void {
  toMetadata(metadata);
  if (config.unknownTypes !== 'accept') handlers.resolve(type);
}
