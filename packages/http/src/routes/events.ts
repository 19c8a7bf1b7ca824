import type { EventAction, EventHandler } from '@scheduler/contracts';
import { z } from 'zod';
import { anyJson, isoOf, jsonObject, optionalTime, time } from '../fields/json-fields.js';
import { priorityInput } from '../fields/job-input.js';
import { idParams, nameText, pageFields } from '../fields/query-fields.js';
import { executionSchema, executionView } from '../views/execution-view.js';
import { jobSchema, jobView, priorityView } from '../views/job-view.js';
import { answer, DONE } from './answers.js';
import { eventAction, usedByAction } from './event-action.js';
import { route, type Route } from '../declare/route.js';
import { given } from './seed-job-fields.js';
import { tenantField, tenantOf } from './tenant-of.js';

const handlerSchema = z
  .strictObject({
    id: z.string(),
    event_name: z.string(),
    name: z.string(),
    handler_type: z.enum(['function', 'job_creator']),
    action: anyJson,
    priority: z.union([z.string(), z.int()]),
    enabled: z.boolean(),
    platform_id: z.string().nullable(),
    all_tenants: z.boolean(),
    trigger_count: z.int(),
    success_count: z.int(),
    failure_count: z.int(),
    last_triggered_at: optionalTime,
    last_error: z.string().nullable(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'EventHandler' });

function view(handler: EventHandler): z.infer<typeof handlerSchema> {
  return {
    id: handler.id,
    event_name: handler.eventName,
    name: handler.name,
    handler_type: handler.handlerType,
    action: handler.action === null ? null : (JSON.parse(JSON.stringify(handler.action)) as object as never),
    priority: priorityView(handler.priority),
    enabled: handler.enabled,
    platform_id: handler.tenant,
    all_tenants: handler.allTenants,
    trigger_count: handler.triggerCount,
    success_count: handler.successCount,
    failure_count: handler.failureCount,
    last_triggered_at: isoOf(handler.lastTriggeredAt),
    last_error: handler.lastError,
    created_at: isoOf(handler.createdAt),
    updated_at: isoOf(handler.updatedAt),
  };
}

function changed(status: number, handler: EventHandler) {
  const body = view(handler);
  return { status, body, audit: { object: { kind: 'event_handler', id: handler.id }, after: body } };
}

const shared = { tag: 'Events' } as const;
const switching = {
  ...shared,
  method: 'POST',
  permission: 'events:write',
  params: idParams,
  answers: { 200: answer('The handler.', handlerSchema) },
} as const;

export const EVENT_ROUTES: readonly Route[] = [
  route({
    ...shared,
    method: 'GET',
    path: '/event-handlers',
    permission: 'events:read',
    operation: 'eventHandlers.list',
    summary: 'The stored handlers of events, with their results.',
    query: z.strictObject({ event_name: nameText.optional(), ...pageFields(50) }),
    answers: {
      200: answer('A page.', z.strictObject({ items: z.array(handlerSchema), total: z.int() })),
    },
    handle: async ({ query: { event_name, limit, offset }, scheduler }) => {
      const query = { limit, offset, ...given({ eventName: event_name }) };
      const { items, total } = await scheduler.eventHandlers(query);
      return { status: 200, body: { items: items.map(view), total } };
    },
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/event-handlers',
    permission: 'events:write',
    operation: 'eventHandlers.create',
    summary: 'Stores what to do when an event is triggered. A handler with the same name is replaced.',
    body: z.strictObject({
      event_name: z.string(),
      action: eventAction,
      name: z.string().optional(),
      priority: priorityInput.optional(),
      enabled: z.boolean().optional(),
      platform_id: tenantField.optional(),
    }),
    answers: { 201: answer('The handler.', handlerSchema) },
    handle: async ({ body, scheduler, principal, services }) => {
      const tenant = tenantOf(principal, body.platform_id);
      const { event_name: event, name, priority, enabled } = body;
      await services.checkType(principal, usedByAction(body.action));
      const handler = await scheduler.onEvent(event, body.action as unknown as EventAction, {
        ...given({ name, priority, enabled }),
        ...(tenant === null ? {} : { tenant }),
      });
      return changed(201, handler);
    },
  }),
  route({
    ...switching,
    path: '/event-handlers/:id/enable',
    operation: 'eventHandlers.enable',
    summary: 'Enables an event handler again.',
    handle: async ({ params, scheduler }) => changed(200, await scheduler.enableEventHandler(params.id)),
  }),
  route({
    ...switching,
    path: '/event-handlers/:id/disable',
    operation: 'eventHandlers.disable',
    summary: 'Disables an event handler on all nodes until it is enabled.',
    handle: async ({ params, scheduler }) => changed(200, await scheduler.disableEventHandler(params.id)),
  }),
  route({
    ...shared,
    method: 'DELETE',
    path: '/event-handlers/:id',
    permission: 'events:write',
    operation: 'eventHandlers.delete',
    summary: 'Deletes an event handler; what it created stays.',
    params: idParams,
    answers: { 204: DONE },
    handle: async ({ params, scheduler }) => {
      await scheduler.offEvent(params.id);
      return { status: 204, audit: { object: { kind: 'event_handler', id: params.id } } };
    },
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/events',
    permission: 'events:write',
    operation: 'events.trigger',
    summary: 'Triggers an event of the application. The same id again repeats nothing.',
    body: z.strictObject({
      name: z.string(),
      data: jsonObject.optional(),
      id: z.string().min(1).max(255).optional(),
      platform_id: tenantField.optional(),
    }),
    answers: {
      200: answer(
        'What it caused.',
        z.strictObject({
          id: z.string(),
          name: z.string(),
          jobs: z.array(jobSchema),
          executions: z.array(executionSchema),
          repeated: z.int(),
          failures: z.array(z.strictObject({ name: z.string(), error: z.string() })),
        }),
      ),
    },
    handle: async ({ body: { name, data, id, platform_id }, scheduler, principal }) => {
      const tenant = tenantOf(principal, platform_id);
      const options = { ...given({ id }), ...(tenant === null ? {} : { tenant }) };
      const report = await scheduler.triggerEvent(name, data ?? {}, options);
      const body = {
        id: report.event.id,
        name: report.event.name,
        jobs: report.jobs.map(jobView),
        executions: report.executions.map(executionView),
        repeated: report.repeated,
        failures: report.failures.map((failure) => ({ ...failure })),
      };
      return { status: 200, body, audit: { object: { kind: 'event', id: body.id }, after: { name } } };
    },
  }),
];
