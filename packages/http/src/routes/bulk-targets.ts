import type { ExecutionStatus, JobStatus, Scheduler } from '@scheduler/contracts';
import { ERROR_CLASSES } from '@scheduler/contracts';
import type { Permission } from '@scheduler/core';
import { z } from 'zod';
import type { Route } from '../declare/route.js';
import { payloadMatch } from '../fields/payload-match.js';
import { instant, nameText } from '../fields/query-fields.js';
import { matchingExecutions, matchingJobs, type MatchingRows } from '../paging/matching-rows.js';
import { type BulkSample, sampleOfExecution, sampleOfJob } from '../views/bulk-action-view.js';
import { EXECUTION_STATUSES } from '../views/execution-view.js';
import { JOB_STATUSES, JOB_TYPES, seedTypeOf } from '../views/job-view.js';
import { DEAD_LETTER_ROUTES } from './dead-letters.js';
import { EXECUTION_ROUTES } from './executions.js';
import { JOB_ROUTES } from './jobs.js';
import { TRIGGERS } from './list-by-type.js';
import { PAUSE_ROUTES } from './pause-and-resume.js';
import { SEED_EXECUTION_ROUTES } from './seed-executions.js';
import { given } from './seed-job-fields.js';
import { SEED_JOB_ROUTES } from './seed-jobs.js';
import { tenantField } from './tenant-of.js';

/** Actions are called as the operations that they carry out for each row. */
export const EXECUTION_ACTIONS = ['executions.retry', 'executions.cancel'] as const;
export const DEAD_LETTER_ACTIONS = ['deadLetters.retry', 'deadLetters.delete'] as const;
export const JOB_ACTIONS = ['jobs.pause', 'jobs.resume', 'jobs.cancel', 'jobs.delete'] as const;

type ExecutionAction = (typeof EXECUTION_ACTIONS)[number];
type DeadLetterAction = (typeof DEAD_LETTER_ACTIONS)[number];
type JobAction = (typeof JOB_ACTIONS)[number];
export type BulkActionName = ExecutionAction | DeadLetterAction | JobAction;

const MOST_VALUES = 50;
const some = <T extends z.ZodType>(item: T) => z.array(item).min(1).max(MOST_VALUES).optional();

const executionFields = {
  job: nameText.optional(),
  handler_name: some(nameText),
  queue: some(nameText),
  error_class: some(z.enum(ERROR_CLASSES)),
  since: instant.optional(),
  until: instant.optional(),
  payload: payloadMatch.optional(),
  platform_id: tenantField.optional(),
};

export const executionFilter = z.strictObject({
  ...executionFields,
  status: some(z.enum(EXECUTION_STATUSES)),
  dead_letter: z.boolean().optional(),
});

export const deadLetterFilter = z.strictObject(executionFields);

export const jobFilter = z.strictObject({
  type: z.enum(JOB_TYPES).optional(),
  status: some(z.enum(JOB_STATUSES)),
  handler_name: some(nameText),
  queue: some(nameText),
  tags: some(nameText),
  name_contains: nameText.optional(),
  created_after: instant.optional(),
  created_before: instant.optional(),
  platform_id: tenantField.optional(),
});

/** The rows of an action, as it needs them. */
export interface BulkRows {
  count(): Promise<number>;
  sample(most: number): Promise<readonly BulkSample[]>;
  ids(): AsyncIterable<readonly string[]>;
}

/** What an action can be carried out for, where the filter does not say it. */
const USUAL_STATUSES: Readonly<Record<ExecutionAction, readonly ExecutionStatus[]>> = {
  'executions.retry': ['failed', 'timeout'],
  'executions.cancel': ['pending', 'running'],
};
const USUAL_JOB_STATUSES: Readonly<Record<JobAction, readonly JobStatus[]>> = {
  'jobs.pause': ['active'],
  'jobs.resume': ['paused'],
  'jobs.cancel': ['pending', 'active', 'paused'],
  'jobs.delete': JOB_STATUSES,
};

export function rowsOfExecutions(
  scheduler: Scheduler,
  action: ExecutionAction,
  filter: z.output<typeof executionFilter>,
): BulkRows {
  const query = {
    ...queryOf(filter),
    statuses: filter.status ?? USUAL_STATUSES[action],
    ...given({ deadLettered: filter.dead_letter }),
  };
  return rowsOf(matchingExecutions(scheduler, query), sampleOfExecution);
}

export function rowsOfDeadLetters(scheduler: Scheduler, filter: z.output<typeof deadLetterFilter>): BulkRows {
  return rowsOf(matchingExecutions(scheduler, { ...queryOf(filter), deadLettered: true }), sampleOfExecution);
}

export function rowsOfJobs(
  scheduler: Scheduler,
  action: JobAction,
  filter: z.output<typeof jobFilter>,
): BulkRows {
  const { type } = filter;
  const query = {
    statuses: filter.status ?? USUAL_JOB_STATUSES[action],
    ...given({
      triggers: type === undefined ? undefined : TRIGGERS[type],
      types: filter.handler_name,
      queues: filter.queue,
      tags: filter.tags,
      nameContains: filter.name_contains,
      createdAfter: filter.created_after,
      createdBefore: filter.created_before,
    }),
  };
  const isWanted = (job: Parameters<typeof seedTypeOf>[0]) => type === undefined || seedTypeOf(job) === type;
  return rowsOf(matchingJobs(scheduler, query, isWanted), sampleOfJob);
}

function queryOf(filter: z.output<typeof deadLetterFilter>) {
  const { job, handler_name, queue, error_class, since, until, payload } = filter;
  return given({ job, types: handler_name, queues: queue, errorClasses: error_class, since, until, payload });
}

function rowsOf<T>(rows: MatchingRows<T>, sampleOf: (row: T) => BulkSample): BulkRows {
  return {
    count: () => rows.count(),
    sample: async (most) => (await rows.sample(most)).map(sampleOf),
    ids: () => rows.ids(),
  };
}

/** What is needed to see the rows that an action is about. */
export function readPermissionOf(action: BulkActionName): Permission {
  if (action.startsWith('jobs.')) return 'jobs:read';
  return action.startsWith('deadLetters.') ? 'dead_letters:read' : 'executions:read';
}

/** The routes whose work is done for each row. */
const ITEM_ROUTES = new Map(
  [
    ...SEED_JOB_ROUTES,
    ...PAUSE_ROUTES,
    ...JOB_ROUTES,
    ...SEED_EXECUTION_ROUTES,
    ...EXECUTION_ROUTES,
    ...DEAD_LETTER_ROUTES,
  ].map((route) => [route.operation, route]),
);

export function itemRouteOf(action: BulkActionName): Route {
  const route = ITEM_ROUTES.get(action);
  if (route === undefined) throw new TypeError(`no route carries out ${action}`);
  return route;
}

const WITH_REASON: ReadonlySet<string> = new Set(['executions.cancel', 'jobs.pause', 'jobs.delete']);

/** The body that the route of an action takes, as a request without further wishes has it. */
export function itemBodyOf(action: BulkActionName, reason: string | undefined): unknown {
  const body = WITH_REASON.has(action) ? given({ reason }) : {};
  return itemRouteOf(action).body?.parse(body);
}
