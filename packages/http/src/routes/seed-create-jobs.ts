import type { ScheduleDefinition, ScheduledJob } from '@scheduler/contracts';
import { z } from 'zod';
import { instant } from '../fields/query-fields.js';
import { jobSchema } from '../views/job-view.js';
import { answer, jobAnswer } from './answers.js';
import { type Answer, type Call, route, type Route } from '../declare/route.js';
import {
  definitionOf,
  given,
  seedJobFields,
  seedNameOf,
  seedRecurringFields,
  usedBy,
} from './seed-job-fields.js';

const MOST_EXECUTIONS = 1_000_000_000;

/** Stores a job after the application was asked whether its type may be used. */
export async function create(
  call: Pick<Call, 'principal' | 'services'>,
  work: Pick<ScheduleDefinition, 'type' | 'payload'>,
  store: () => Promise<ScheduledJob>,
): Promise<Answer> {
  await call.services.checkType(call.principal, usedBy(work));
  return jobAnswer(201, await store());
}

const shared = {
  method: 'POST',
  permission: 'jobs:write',
  tag: 'Jobs',
  conflict: 400,
  nameOf: seedNameOf,
  answers: { 201: answer('The job.', jobSchema) },
} as const;

export const SEED_CREATE_ROUTES: readonly Route[] = [
  route({
    ...shared,
    path: '/jobs/cron',
    operation: 'jobs.createCron',
    summary: 'Creates a job that runs by a cron expression.',
    body: z.strictObject(seedRecurringFields),
    handle: (call) => {
      const { schedule, timezone, ...fields } = call.body;
      const input = { ...definitionOf(fields, call), schedule, ...given({ timezone }) };
      return create(call, input, () => call.scheduler.scheduleRecurring(input));
    },
  }),
  route({
    ...shared,
    path: '/jobs/once',
    operation: 'jobs.createOnce',
    summary: 'Creates a job that runs once, at an instant.',
    body: z.strictObject({ ...seedJobFields, execute_at: instant }),
    handle: (call) => {
      const { execute_at: executeAt, ...fields } = call.body;
      const input = { ...definitionOf(fields, call), executeAt };
      return create(call, input, () => call.scheduler.scheduleOnce(input));
    },
  }),
  route({
    ...shared,
    path: '/jobs/recurring',
    operation: 'jobs.createRecurring',
    summary: 'Creates a job that runs by a cron expression within bounds.',
    body: z.strictObject({
      ...seedRecurringFields,
      start_date: instant,
      end_date: instant.optional(),
      max_executions: z.int().min(1).max(MOST_EXECUTIONS).optional(),
      skip_if_overdue: z.boolean().optional(),
    }),
    handle: (call) => {
      const { schedule, timezone, start_date, end_date, max_executions, skip_if_overdue, ...fields } =
        call.body;
      const input = {
        ...definitionOf(fields, call),
        schedule,
        ...given({
          timezone,
          startDate: start_date,
          endDate: end_date,
          maxExecutions: max_executions,
          skipIfOverdue: skip_if_overdue,
        }),
      };
      return create(call, input, () => call.scheduler.scheduleRecurring(input));
    },
  }),
];
