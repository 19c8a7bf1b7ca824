import { isAllowed } from '@scheduler/core';
import { z } from 'zod';
import {
  commaList,
  instant,
  LARGEST_PAGE,
  nameText,
  plainText,
  wholeNumber,
} from '../fields/query-fields.js';
import { snaked } from '../fields/snake-case.js';
import { notFound } from '../problems/http-error.js';
import { executionView } from '../views/execution-view.js';
import { jobView } from '../views/job-view.js';
import { loggedEventSchema, loggedEventView } from '../views/logged-event-view.js';
import { answer } from './answers.js';
import { route, type Route } from '../declare/route.js';
import { given } from './seed-job-fields.js';

const shared = { tag: 'Event log', permission: 'events:read' } as const;
const LONGEST_POSITION = 255;
const position = plainText(LONGEST_POSITION);

const filter = {
  names: commaList(nameText).optional(),
  entity: z.enum(['job', 'execution', 'queue', 'workflow']).optional(),
  entity_id: nameText.optional(),
  job_id: nameText.optional(),
  since: instant.optional(),
};

type Filter = z.output<z.ZodObject<typeof filter>>;

function filterOf({ entity_id: entityId, job_id: jobId, names, entity, since }: Filter) {
  return given({ entityId, jobId, names, entity, since });
}

const nameOf = (field: string) =>
  ({ entityId: 'entity_id', jobId: 'job_id', after: 'cursor' })[field] ?? field;

export const EVENT_LOG_ROUTES: readonly Route[] = [
  route({
    ...shared,
    method: 'GET',
    path: '/event-log',
    operation: 'eventLog.list',
    summary: 'What has changed, by whom, the oldest first.',
    query: z.strictObject({
      ...filter,
      until: instant.optional(),
      limit: wholeNumber(1, LARGEST_PAGE).default(50),
      cursor: position.optional(),
    }),
    nameOf,
    answers: {
      200: answer(
        'A page. `next_cursor` is where to go on, now or later.',
        z.strictObject({
          items: z.array(loggedEventSchema),
          next_cursor: z.string().nullable(),
          is_at_end: z.boolean(),
        }),
      ),
    },
    handle: async ({ query, node, principal: { tenant } }) => {
      const { until, limit, cursor: after } = query;
      const request = { ...filterOf(query), ...given({ until, after }), tenant, limit };
      const { items, next, atEnd } = await node.eventLog.list(request);
      const body = { items: items.map(loggedEventView), next_cursor: next, is_at_end: atEnd };
      return { status: 200, body };
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/event-log/stream',
    operation: 'eventLog.stream',
    summary:
      'A stream of the event log (SSE). With Last-Event-ID, a position, it goes on exactly after it; `reset` says that events were deleted.',
    query: z.strictObject({
      ...filter,
      from: z.enum(['now', 'beginning']).default('now').meta({ description: 'Without Last-Event-ID.' }),
    }),
    nameOf,
    answers: { 200: answer('The stream.', z.string(), 'text/event-stream') },
    handle: async ({ query, node, principal, request, services, isStillAllowed }) => {
      // Where the log is off it is refused here, and not within the stream.
      await node.eventLog.bounds();
      const last = request.headers.get('last-event-id');
      const after = last ?? (query.from === 'beginning' ? null : undefined);
      const isShown = isAllowed(principal, 'payloads:read');
      const body = services.logStreams.follow({
        principal,
        query: { ...filterOf(query), ...(after === undefined ? {} : { after }), tenant: principal.tenant },
        view: (event) => services.redact({ ...loggedEventView(event), ...(isShown ? {} : { data: null }) }),
        isStillAllowed,
      });
      const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' };
      return { status: 200, body, headers };
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/event-log/events/:position',
    operation: 'eventLog.get',
    summary: 'One event.',
    params: z.strictObject({ position }),
    answers: { 200: answer('The event.', loggedEventSchema) },
    handle: async ({ params, node, principal: { tenant } }) => {
      const event = await node.eventLog.find(params.position, { tenant });
      if (event === null) throw notFound();
      return { status: 200, body: loggedEventView(event) };
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/jobs/:id/at',
    operation: 'jobs.at',
    summary: 'A job and its executions as they were at an instant, as far as the event log goes back.',
    params: z.strictObject({ id: nameText }),
    query: z.strictObject({ at: instant }),
    answers: {
      200: answer(
        'The job; null where it was not there yet.',
        z.strictObject({
          job: z.looseObject({}).nullable(),
          executions: z.array(z.looseObject({})),
          total: z.int(),
        }),
      ),
    },
    handle: async ({ params, query, scheduler, node, principal: { tenant } }) => {
      const { id } = (await scheduler.find(params.id)) ?? params;
      const { job, executions, total } = await node.eventLog.jobAt(id, query.at, { tenant });
      if (job === null && total === 0 && (await scheduler.find(id)) === null) throw notFound();
      const body = {
        job: job === null ? null : jobView(job),
        executions: executions.map((execution) => executionView(execution)),
        total,
      };
      return { status: 200, body };
    },
  }),
  route({
    method: 'POST',
    path: '/event-log/verify',
    tag: 'Event log',
    tenants: 'all',
    permission: 'process:run',
    operation: 'eventLog.verify',
    summary:
      'Folds the log, and compares it with every stored row. It reads everything, and changes nothing.',
    answers: { 200: answer('What differs.', z.looseObject({ found: z.int() })) },
    handle: async ({ node }) => ({ status: 200, body: snaked(await node.eventLog.verify()) }),
  }),
  route({
    method: 'POST',
    path: '/event-log/prune',
    tag: 'Event log',
    tenants: 'all',
    permission: 'process:run',
    operation: 'eventLog.prune',
    summary: 'Deletes the events of whole days in UTC that ended at or before an instant.',
    body: z.strictObject({ before: instant }),
    answers: { 200: answer('How many were deleted.', z.strictObject({ deleted: z.int() })) },
    handle: async ({ node, body: { before } }) => {
      const body = { deleted: await node.eventLog.prune({ before }) };
      return { status: 200, body, audit: { after: body } };
    },
  }),
];
