import { z } from 'zod';
import { nameText } from '../fields/query-fields.js';
import { snaked } from '../fields/snake-case.js';
import { notFound } from '../problems/http-error.js';
import { answer } from './answers.js';
import { route, type Route } from '../declare/route.js';

const settingsSchema = z
  .strictObject({
    queue: z.string(),
    paused: z.boolean(),
    concurrency: z.int().nullable(),
    global_limit: z.int().nullable(),
  })
  .meta({ id: 'QueueSettings' });

const statisticsSchema = z
  .looseObject({
    queue: z.string(),
    available: z.int(),
    delayed: z.int(),
    running: z.int(),
    paused: z.boolean(),
    concurrency: z.int().nullable(),
    global_limit: z.int().nullable(),
    without_handler: z
      .array(z.looseObject({ type: z.string(), waiting: z.int() }))
      .meta({ description: 'What waits here although the answering node has no handler for it.' }),
  })
  .meta({ id: 'QueueStatistics' });

const params = z.strictObject({ queue: nameText });
/** Queues are shared by all tenants, and so are their settings and counts. */
const shared = { tag: 'Queues', tenants: 'all' } as const;
const changes = {
  ...shared,
  params,
  permission: 'queues:write',
  answers: { 200: answer('The settings of the queue.', settingsSchema) },
} as const;

function changed(settings: object, queue: string) {
  const body = snaked(settings);
  return { status: 200, body, audit: { object: { kind: 'queue', id: queue }, after: body } };
}

export const QUEUE_ROUTES: readonly Route[] = [
  route({
    ...shared,
    method: 'GET',
    path: '/queues',
    permission: 'queues:read',
    operation: 'queues.list',
    summary: 'The queues with what waits and runs in them.',
    answers: { 200: answer('The queues, by name.', z.array(statisticsSchema)) },
    handle: async ({ node }) => ({ status: 200, body: snaked(await node.queues.stats()) }),
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/queues/:queue',
    permission: 'queues:read',
    operation: 'queues.get',
    summary: 'One queue with what waits and runs in it.',
    params,
    answers: { 200: answer('The queue.', statisticsSchema) },
    handle: async ({ params: { queue }, node }) => {
      const [statistics] = await node.queues.stats(queue);
      if (statistics === undefined) throw notFound();
      return { status: 200, body: snaked(statistics) };
    },
  }),
  route({
    ...changes,
    method: 'POST',
    path: '/queues/:queue/pause',
    operation: 'queues.pause',
    summary: 'Lets nothing of a queue start until it is resumed, on all nodes.',
    handle: async ({ params: { queue }, node }) => changed(await node.queues.pause(queue), queue),
  }),
  route({
    ...changes,
    method: 'POST',
    path: '/queues/:queue/resume',
    operation: 'queues.resume',
    summary: 'Resumes a queue.',
    handle: async ({ params: { queue }, node }) => changed(await node.queues.resume(queue), queue),
  }),
  route({
    ...changes,
    method: 'PUT',
    path: '/queues/:queue/scale',
    operation: 'queues.scale',
    summary: 'Sets how many run at once: on each node, over all nodes, or both. Null removes a limit.',
    body: z
      .strictObject({
        concurrency: z.int().min(1).max(10_000).nullable().optional(),
        global_limit: z.int().min(1).max(10_000).nullable().optional(),
      })
      .refine(
        ({ concurrency, global_limit }) => concurrency !== undefined || global_limit !== undefined,
        'has neither concurrency nor global_limit',
      ),
    handle: async ({ params: { queue }, body, node }) => {
      const { concurrency, global_limit: limit } = body;
      const scaled = concurrency === undefined ? null : await node.queues.scale(queue, concurrency);
      const limited = limit === undefined ? null : await node.queues.limit(queue, limit);
      return changed(limited ?? scaled ?? {}, queue);
    },
  }),
];
