import { type EventActionKind, EventInvalid, type JsonObject } from '@scheduler/contracts';
import { z } from 'zod';
import { definitionSchema, enqueueSchema } from '../schedule/input/definition-schema.js';
import { runOptions } from '../support/input/run-options.js';
import { duration, flag, integer, nameField, priorityField, tenantField } from '../support/input/fields.js';
import { toJsonValue } from '../support/input/json-value.js';
import { schemaError } from '../support/input/read-input.js';
import { triggerSchema } from '../schedule/input/trigger-schema.js';

/** The shapes of events, of their handlers, and of the actions of handlers. */

const PAYLOAD_RULE = "'event' for the data of the event, or an object that gets it as its member event";
const payload = z.union(
  [z.literal('event'), z.record(z.string(), z.unknown())],
  schemaError('is neither', PAYLOAD_RULE),
);
const delay = duration(0, '0');

const TRIGGER_RULE = 'a trigger without fixed instants, or a delay';
const withoutInstants = triggerSchema.refine(
  (trigger) => trigger.kind !== 'once' && !('anchor' in trigger && trigger.anchor !== null),
  schemaError('has a fixed instant, though the handler is used for many events', TRIGGER_RULE),
);

const eventJob = namingItsFields({
  ...definitionSchema.omit({
    id: true,
    payload: true,
    tenant: true,
    startAt: true,
    endAt: true,
    trigger: true,
  }).shape,
  payload: payload.optional(),
  delay: delay.optional(),
  trigger: withoutInstants.optional(),
});
const eventWork = namingItsFields({
  ...enqueueSchema.omit({ id: true, payload: true, tenant: true, runAt: true }).shape,
  payload: payload.optional(),
  delay: delay.optional(),
});
const dispatch = {
  input: payload.optional(),
  queue: runOptions.queue,
  priority: runOptions.priority,
  timeout: runOptions.timeout,
  maxRetries: runOptions.maxRetries,
};

const actions = {
  create_job: z.strictObject({ kind: z.literal('create_job'), definition: eventJob }),
  enqueue: z.strictObject({ kind: z.literal('enqueue'), request: eventWork }),
  trigger_workflow: z.strictObject({
    kind: z.literal('trigger_workflow'),
    workflow: nameField,
    ...dispatch,
  }),
  dispatch_agent: z.strictObject({ kind: z.literal('dispatch_agent'), agent: nameField, ...dispatch }),
};

const ACTION_RULE = `an action of the kind ${Object.keys(actions).join(', ')}`;

export const actionSchema = z.discriminatedUnion('kind', Object.values(actions) as never, {
  error: schemaError('is not an action', ACTION_RULE).error,
}) as unknown as z.ZodType<ReadAction>;

export type ReadAction = {
  [TKind in EventActionKind]: z.output<(typeof actions)[TKind]>;
}[EventActionKind];

/** The field names of an action of that kind, to suggest the one that was meant. */
export function knownInAction(kind: unknown): readonly string[] {
  const action = Object.entries(actions).find(([name]) => name === kind)?.[1];
  return Object.keys(action?.shape ?? { kind, agent: null, workflow: null, ...dispatch });
}

/** An object whose errors name the fields that it may have: the fields of what contains it are others. */
function namingItsFields<TShape extends z.ZodRawShape>(shape: TShape): z.ZodObject<TShape, z.core.$strict> {
  return z.strictObject(shape, schemaError('is not an object', `{ ${Object.keys(shape).join(', ')} }`));
}

export const handlerOptionsSchema = z.strictObject(
  {
    name: nameField.optional(),
    priority: priorityField.optional(),
    enabled: flag.optional(),
    tenant: tenantField.optional(),
    allTenants: flag.optional(),
  },
  schemaError('is not an object', '{ name, priority, enabled, tenant, allTenants }'),
);

export const triggerOptionsSchema = z.strictObject(
  { id: nameField.optional(), tenant: tenantField.optional() },
  schemaError('is not an object', '{ id, tenant }'),
);

export const handlerQuerySchema = z.strictObject(
  {
    eventName: nameField.optional(),
    limit: integer(1, 1_000).default(50),
    offset: integer(0, 10_000_000).default(0),
  },
  schemaError('is not an object', '{ eventName, limit, offset }'),
);

export const eventNameSchema = nameField;

/** The data of an event: an object, so that it can be a payload. */
export function toEventData(data: unknown): JsonObject {
  const value = toJsonValue(data, 'data', EventInvalid);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new EventInvalid({
    field: 'data',
    value: data,
    problem: 'is not an object',
    accepted: '{ key: value }',
  });
}
