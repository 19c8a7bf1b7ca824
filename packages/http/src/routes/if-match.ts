import type { ScheduledJob } from '@scheduler/contracts';
import { HttpError } from '../problems/http-error.js';
import { etagOf } from './answers.js';
import type { Call } from '../declare/route.js';

/** The job as it is before a write. Throws a problem 412 if `If-Match` names another revision than it has. */
export async function requireMatch({
  params,
  scheduler,
  request,
}: Pick<Call<{ readonly id: string }>, 'params' | 'scheduler' | 'request'>): Promise<ScheduledJob> {
  const job = await scheduler.get(params.id);
  const wanted = request.headers.get('if-match');
  if (wanted === null || wanted.trim() === '*') return job;
  const tags = wanted.split(',').map((tag) => tag.trim());
  if (tags.includes(etagOf(job))) return job;
  throw new HttpError(412, 'PRECONDITION_FAILED', 'the job was changed since it was read; read it again', {
    headers: { etag: etagOf(job) },
  });
}
