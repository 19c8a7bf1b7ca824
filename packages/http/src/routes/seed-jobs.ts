import { z } from 'zod';
import { idParams, pageFields } from '../fields/query-fields.js';
import { executionSchema, EXECUTION_STATUSES } from '../views/execution-view.js';
import { JOB_TYPES, jobSchema, shortJob } from '../views/job-view.js';
import { dataChoice, listedExecutions, listedJobs } from '../views/listed-views.js';
import { shortChoice } from '../views/shortened.js';
import { jobStatisticsSchema, jobStatisticsView } from '../views/statistics-view.js';
import { answer, auditOfJob, DONE, jobAnswer } from './answers.js';
import { jobFilter, jobQueryOf } from './job-query.js';
import { listByType } from './list-by-type.js';
import { changeMatched } from './if-match.js';
import { route, type Route } from '../declare/route.js';
import { given, seedNameOf } from './seed-job-fields.js';
import { schedulerOf, tenantField } from './tenant-of.js';

const shared = { tag: 'Jobs', conflict: 400, nameOf: seedNameOf, params: idParams } as const;
const PAGE = 50;
/** The number of all matching rows, where the store knows it. */
export function totalHeader(total: number | null): Readonly<Record<string, string>> {
  return total === null ? {} : { 'x-total-count': String(total) };
}

export const SEED_JOB_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/jobs',
    permission: 'jobs:read',
    operation: 'jobs.list',
    summary: 'Lists jobs, the newest first unless another order is asked for.',
    tag: 'Jobs',
    query: z.strictObject({
      type: z.enum(JOB_TYPES).optional(),
      platform_id: tenantField.optional(),
      ...jobFilter,
      data: dataChoice,
      ...pageFields(PAGE),
    }),
    answers: { 200: answer('The jobs of the page.', z.array(jobSchema)) },
    handle: async (call) => {
      const { type, platform_id, data, ...query } = call.query;
      const { items, total } = await listByType(schedulerOf(call, platform_id), type, jobQueryOf(query));
      return { status: 200, body: listedJobs(items, data), headers: totalHeader(total) };
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/jobs/:id',
    permission: 'jobs:read',
    operation: 'jobs.get',
    summary: 'A job by its id or name.',
    query: shortChoice,
    answers: { 200: answer('The job.', jobSchema) },
    handle: async ({ params, query, scheduler }) => ({
      ...jobAnswer(200, await scheduler.get(params.id)),
      ...(query.data === 'short' ? { shorten: shortJob } : {}),
    }),
  }),
  route({
    ...shared,
    method: 'PUT',
    path: '/jobs/:id/reschedule',
    permission: 'jobs:write',
    operation: 'jobs.reschedule',
    ifMatch: true,
    summary: 'Gives a recurring job another cron expression.',
    body: z.strictObject({ schedule: z.string() }),
    answers: { 200: answer('The job.', jobSchema) },
    handle: async (call) => {
      const { before, after } = await changeMatched(call, ({ id }, options) =>
        call.scheduler.reschedule(id, call.body.schedule, options),
      );
      return jobAnswer(200, after, before);
    },
  }),
  route({
    ...shared,
    method: 'DELETE',
    path: '/jobs/:id',
    permission: 'jobs:write',
    operation: 'jobs.cancel',
    ifMatch: true,
    summary: 'Cancels a job. It is kept, with its history.',
    answers: { 204: DONE },
    handle: async (call) => {
      const { before, after } = await changeMatched(call, async (job, options) =>
        job.status === 'cancelled' ? null : call.scheduler.cancel(job.id, undefined, options),
      );
      return after === null ? { status: 204 } : { status: 204, audit: auditOfJob(after, before) };
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/jobs/:id/executions',
    permission: 'executions:read',
    operation: 'jobs.executions',
    summary: 'The history of a job, the latest first.',
    query: z.strictObject({
      status: z.enum(EXECUTION_STATUSES).optional(),
      data: dataChoice,
      ...pageFields(10),
    }),
    answers: { 200: answer('The executions of the page.', z.array(executionSchema)) },
    handle: async ({ params, query: { status, limit, offset, data }, scheduler }) => {
      const { items, total } = await scheduler.history(params.id, {
        limit,
        offset,
        ...given({ statuses: status === undefined ? undefined : [status] }),
      });
      return { status: 200, body: listedExecutions(items, data), headers: totalHeader(total) };
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/jobs/:id/stats',
    permission: 'metrics:read',
    operation: 'jobs.stats',
    summary: 'Statistics over the latest 100 executions of a job.',
    answers: { 200: answer('The statistics.', jobStatisticsSchema) },
    handle: async ({ params, scheduler, node }) => {
      const statistics = await scheduler.getJobStats(params.id);
      return { status: 200, body: jobStatisticsView(statistics, node.clock.now()) };
    },
  }),
];
