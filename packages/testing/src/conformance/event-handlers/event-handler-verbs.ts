import assert from 'node:assert/strict';
import type { EventHandler } from '@scheduler/contracts';
import { NO_EVENTS_YET } from '@scheduler/contracts/adapter';
import { nextId } from '../kit/builders.js';
import type { StoreScene } from '../kit/store-scene.js';

/** A handler that creates a job for each new ticket. */
export function buildEventHandler(now: Date, props: Partial<EventHandler> = {}): EventHandler {
  const id = props.id ?? nextId();
  return {
    id,
    eventName: 'ticket:created',
    name: `handler-${id}`,
    handlerType: 'job_creator',
    action: { kind: 'create_job', definition: { type: 'triage', payload: { from: 'ünïcode' } } },
    priority: 5,
    enabled: true,
    tenant: null,
    allTenants: false,
    ...NO_EVENTS_YET,
    createdAt: now,
    updatedAt: now,
    ...props,
  };
}

export async function addHandler(
  scene: StoreScene,
  props: Partial<EventHandler> = {},
): Promise<EventHandler> {
  const handler = buildEventHandler(await scene.now(), props);
  await scene.eventHandlers.add({ handler });
  return handler;
}

/** The stored handler. */
export async function handlerOf(
  { eventHandlers }: StoreScene,
  { id }: { readonly id: string },
): Promise<EventHandler> {
  const handler = await eventHandlers.get({ id, tenant: null });
  assert.ok(handler !== null, `event handler ${id} is not stored`);
  return handler;
}
