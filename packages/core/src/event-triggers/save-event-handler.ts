import {
  DEFAULT_PRIORITY,
  type EventAction,
  type EventFunction,
  type EventHandler,
  EventHandlerAlreadyExists,
  EventHandlerNotFound,
  type EventHandlerOptions,
  EventInvalid,
} from '@scheduler/contracts';
import { NO_EVENTS_YET, type TenantScope } from '@scheduler/contracts/adapter';
import { eventNameSchema, handlerOptionsSchema } from './event-schema.js';
import { problemOfEventName } from '../support/input/event-name.js';
import { readInput } from '../support/input/read-input.js';
import { resolveTenant } from '../schedule/resolve-tenant.js';
import type { EventParts } from './event-parts.js';
import { nameOfAction, readAction } from './read-action.js';

export interface EventHandlerInput {
  readonly eventName: string;
  readonly handler: EventFunction | EventAction;
  readonly options: EventHandlerOptions;
  readonly scope: TenantScope;
}

type Wanted = Pick<EventHandler, 'eventName' | 'name' | 'handlerType' | 'action' | 'tenant' | 'allTenants'> &
  Partial<Pick<EventHandler, 'priority' | 'enabled'>>;

/** Stores a handler under its name, and replaces the one that had the name before. Its counters stay. */
export async function saveEventHandler(parts: EventParts, given: EventHandlerInput): Promise<EventHandler> {
  const wanted = readHandler(parts, given);
  try {
    return await put(parts, wanted);
  } catch (error) {
    // Another node that started at the same time has inserted it first.
    if (!(error instanceof EventHandlerAlreadyExists)) throw error;
    return put(parts, wanted);
  }
}

function readHandler(parts: EventParts, { eventName, handler, options, scope }: EventHandlerInput): Wanted {
  const name = readEventName(eventName);
  const read = readInput({
    schema: handlerOptionsSchema,
    value: options,
    error: EventInvalid,
    subject: 'options',
    known: Object.keys(handlerOptionsSchema.shape),
  });
  const tenant = resolveTenant(read.tenant, scope);
  // The scheduler publishes its own events for every tenant, and functions of the application always received all of them.
  const allTenants = read.allTenants ?? (tenant === null && problemOfEventName(name) !== null);
  if (allTenants && tenant !== null) refuseAllTenants(tenant);
  const common = {
    eventName: name,
    tenant,
    allTenants,
    ...(read.priority === undefined ? {} : { priority: read.priority }),
    ...(read.enabled === undefined ? {} : { enabled: read.enabled }),
  };
  if (typeof handler === 'function')
    return { ...common, name: read.name ?? nameOfFunction(handler), handlerType: 'function', action: null };
  refuseReservedName(name);
  const action = readAction(parts, handler);
  return { ...common, name: read.name ?? nameOfAction(action), handlerType: 'job_creator', action };
}

function refuseAllTenants(tenant: string): never {
  throw new EventInvalid({
    field: 'allTenants',
    value: true,
    problem: `is given for a handler of the tenant '${tenant}'`,
    accepted: 'nothing, or a handler without a tenant',
  });
}

async function put(parts: EventParts, wanted: Wanted): Promise<EventHandler> {
  const now = await parts.schedules.now();
  const stored = await parts.eventHandlers.findByName(wanted);
  const saved =
    stored === null
      ? null
      : await parts.eventHandlers.save({ handler: { ...stored, ...wanted, updatedAt: now } });
  if (saved !== null) return saved;
  const handler: EventHandler = {
    id: parts.ids.next(),
    priority: DEFAULT_PRIORITY,
    enabled: true,
    ...wanted,
    ...NO_EVENTS_YET,
    createdAt: now,
    updatedAt: now,
  };
  await parts.eventHandlers.add({ handler });
  return handler;
}

/** Throws EventHandlerNotFound. */
export async function getEventHandler(
  { eventHandlers }: EventParts,
  id: string,
  tenant: TenantScope,
): Promise<EventHandler> {
  const handler = await eventHandlers.get({ id, tenant });
  if (handler === null) throw new EventHandlerNotFound(id);
  return handler;
}

export async function setEventHandlerEnabled(
  parts: EventParts,
  { id, tenant, enabled }: { readonly id: string; readonly tenant: TenantScope; readonly enabled: boolean },
): Promise<EventHandler> {
  const handler = await getEventHandler(parts, id, tenant);
  const updatedAt = await parts.schedules.now();
  const saved = await parts.eventHandlers.save({ handler: { ...handler, enabled, updatedAt } });
  if (saved === null) throw new EventHandlerNotFound(id);
  return saved;
}

export function readEventName(name: string): string {
  return readInput({ schema: eventNameSchema, value: name, error: EventInvalid, subject: 'eventName' });
}

/** The scheduler's own events are many, and each node publishes them for itself: nothing is stored about them. */
export function refuseReservedName(name: string): void {
  const problem = problemOfEventName(name);
  if (problem !== null) throw new EventInvalid({ field: 'eventName', value: name, ...problem });
}

function nameOfFunction({ name }: EventFunction): string {
  if (name !== '') return name;
  throw new EventInvalid({
    field: 'name',
    value: undefined,
    problem: 'is missing, and the function has none: a function cannot be stored, only its name',
    accepted: "onEvent(event, handler, { name: 'notify-sales' })",
  });
}
