import type { ChangeOptions, ScheduledJob } from '@scheduler/contracts';
import { z } from 'zod';
import { idParams, plainText } from '../fields/query-fields.js';
import { auditOfJob, DONE } from './answers.js';
import { changeMatched } from './if-match.js';
import { route, type Route } from '../declare/route.js';
import { seedNameOf } from './seed-job-fields.js';

const LONGEST_REASON = 1_000;
export const reasonBody = z.strictObject({ reason: plainText(LONGEST_REASON).optional() });

const shared = {
  method: 'POST',
  permission: 'jobs:write',
  tag: 'Jobs',
  conflict: 400,
  nameOf: seedNameOf,
  params: idParams,
  answers: { 204: DONE },
} as const;

export const PAUSE_ROUTES: readonly Route[] = [
  route({
    ...shared,
    path: '/jobs/:id/pause',
    operation: 'jobs.pause',
    ifMatch: true,
    summary: 'Pauses a job. Its occurrences until it is resumed are left out.',
    body: reasonBody,
    bodyRequired: false,
    handle: async (call) => {
      const { reason } = call.body;
      const pause = ({ id }: ScheduledJob, options: ChangeOptions) =>
        call.scheduler.pause(id, reason, options);
      const { before, after } = await changeMatched(call, pause);
      return { status: 204, audit: { ...auditOfJob(after, before), reason } };
    },
  }),
  route({
    ...shared,
    path: '/jobs/:id/resume',
    operation: 'jobs.resume',
    ifMatch: true,
    summary: 'Resumes a paused job, from its first instant after now.',
    handle: async (call) => {
      const resume = ({ id }: ScheduledJob, options: ChangeOptions) => call.scheduler.resume(id, options);
      const { before, after } = await changeMatched(call, resume);
      return { status: 204, audit: auditOfJob(after, before) };
    },
  }),
];
