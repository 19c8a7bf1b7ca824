import type { ScheduleChanges, ScheduleDefinition } from '@scheduler/contracts';
import { z } from 'zod';
import { inputNameOf, removableFields, renamed, runFields, scheduleFields } from '../fields/job-input.js';
import { idParams } from '../fields/query-fields.js';
import { triggerInput } from '../fields/trigger-input.js';
import { executionSchema, executionView } from '../views/execution-view.js';
import { HANDLER_TYPES, jobSchema, jobView } from '../views/job-view.js';
import { answer, DONE, jobAnswer } from './answers.js';
import { changeMatched } from './if-match.js';
import { reasonBody } from './pause-and-resume.js';
import { route, type Route } from '../declare/route.js';
import { create } from './seed-create-jobs.js';
import { workOf } from './seed-job-fields.js';
import { tenantField, tenantOf } from './tenant-of.js';

const optionalFields = z.object(removableFields).partial().shape;
const nullableFields = Object.fromEntries(
  Object.entries(removableFields).map(([name, schema]) => [name, schema.nullable().optional()]),
) as { [K in keyof typeof removableFields]: z.ZodOptional<z.ZodNullable<(typeof removableFields)[K]>> };

export const workFields = {
  handler_name: z.string(),
  handler_type: z.enum(HANDLER_TYPES).optional(),
  platform_id: tenantField.optional(),
};

const shared = { tag: 'Jobs', nameOf: inputNameOf } as const;

export const JOB_ROUTES: readonly Route[] = [
  route({
    ...shared,
    method: 'POST',
    path: '/jobs',
    permission: 'jobs:write',
    operation: 'jobs.create',
    summary:
      'Creates a job with any trigger: cron, interval, calendar, rule, instant, event or start of a node.',
    body: z.strictObject({
      ...workFields,
      ...runFields,
      ...scheduleFields,
      ...optionalFields,
      trigger: triggerInput,
      name: z.string().optional(),
      enabled: z.boolean().optional(),
    }),
    answers: { 201: answer('The job.', jobSchema) },
    handle: (call) => {
      const { handler_name, handler_type, platform_id, payload, ...fields } = call.body;
      const tenant = tenantOf(call.principal, platform_id);
      const definition = {
        ...renamed(fields),
        ...workOf({ handler_name, handler_type, payload }),
        createdBy: call.principal.id,
        ...(tenant === null ? {} : { tenant }),
      } as unknown as ScheduleDefinition;
      return create(call, definition, () => call.scheduler.schedule(definition));
    },
  }),
  route({
    ...shared,
    method: 'PATCH',
    path: '/jobs/:id',
    permission: 'jobs:write',
    operation: 'jobs.update',
    ifMatch: true,
    summary: 'Changes the given fields of a job; null removes a value.',
    params: idParams,
    body: z.strictObject({
      ...runFields,
      ...scheduleFields,
      ...nullableFields,
      name: z.string().optional(),
      trigger: triggerInput.optional(),
      schedule: z.union([z.string(), z.array(z.string()).min(1).max(100)]).optional(),
      every_ms: z.int().min(1).optional(),
      timezone: z.string().optional(),
    }),
    answers: { 200: answer('The job.', jobSchema) },
    handle: async (call) => {
      const changes = renamed(call.body) as unknown as ScheduleChanges;
      const { before, after } = await changeMatched(call, ({ id }, options) =>
        call.scheduler.update(id, changes, options),
      );
      return jobAnswer(200, after, before);
    },
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/jobs/:id/run',
    permission: 'jobs:run',
    operation: 'jobs.run',
    summary: 'Runs a job once now, in addition to its schedule.',
    params: idParams,
    answers: { 201: answer('The execution.', executionSchema) },
    handle: async ({ params, scheduler }) => {
      const execution = await scheduler.runNow(params.id);
      const body = executionView(execution);
      return {
        status: 201,
        body,
        audit: { object: { kind: 'job', id: execution.jobId ?? params.id }, after: body },
      };
    },
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/jobs/:id/delete',
    permission: 'jobs:write',
    operation: 'jobs.delete',
    ifMatch: true,
    summary: 'Deletes a job with its executions and logs. DELETE of a job only cancels it.',
    params: idParams,
    body: reasonBody,
    bodyRequired: false,
    answers: { 204: DONE },
    handle: async (call) => {
      const { before } = await changeMatched(call, ({ id }, options) =>
        call.scheduler.unschedule(id, options),
      );
      const { reason } = call.body;
      return {
        status: 204,
        audit: { object: { kind: 'job', id: before.id }, before: jobView(before), reason },
      };
    },
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/jobs/:id/cancel-running',
    permission: 'executions:cancel',
    operation: 'jobs.cancelRunning',
    summary: 'Asks the running executions of a job to stop. The job goes on with its next occurrence.',
    params: idParams,
    body: reasonBody,
    bodyRequired: false,
    answers: {
      200: answer(
        'The executions that were asked.',
        z.strictObject({ state: z.enum(['stopping', 'not_running']), executions: z.array(executionSchema) }),
      ),
    },
    handle: async ({ params, body: { reason }, scheduler }) => {
      const { id } = await scheduler.get(params.id);
      const result = await scheduler.cancelRunning(id, reason);
      const executions = result.state === 'stopping' ? result.executions.map(executionView) : [];
      return {
        status: 200,
        body: { state: result.state === 'stopping' ? 'stopping' : 'not_running', executions },
        audit: { object: { kind: 'job', id }, reason },
      };
    },
  }),
];
