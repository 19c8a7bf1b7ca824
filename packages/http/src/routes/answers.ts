import type { ScheduledJob } from '@scheduler/contracts';
import type { z } from 'zod';
import { jobView } from '../views/job-view.js';
import type { Answer, AnswerDeclaration } from '../declare/route.js';

export function answer(
  description: string,
  schema: z.ZodType | null,
  contentType?: string,
): AnswerDeclaration {
  return { description, schema, ...(contentType === undefined ? {} : { contentType }) };
}

export const DONE: AnswerDeclaration = { description: 'Done.', schema: null };

/** A job with its revision as the ETag, for `If-Match` of a later write. */
export function jobAnswer(status: number, job: ScheduledJob, before?: ScheduledJob): Answer {
  const body = jobView(job);
  return { status, body, headers: { etag: etagOf(job) }, audit: auditOfJob(job, before) };
}

export function etagOf({ revision }: Pick<ScheduledJob, 'revision'>): string {
  return `"${revision}"`;
}

/** What the audit log keeps of a change of a job. */
export function auditOfJob(after: ScheduledJob, before?: ScheduledJob): NonNullable<Answer['audit']> {
  return {
    object: { kind: 'job', id: after.id },
    ...(before === undefined ? {} : { before: jobView(before) }),
    after: jobView(after),
  };
}
