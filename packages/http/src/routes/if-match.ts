import { type ChangeOptions, JobRevisionMismatch, type ScheduledJob } from '@scheduler/contracts';
import { HttpError } from '../problems/http-error.js';
import { etagOf } from './answers.js';
import type { Call } from '../declare/route.js';

type MatchedCall = Pick<Call<{ readonly id: string }>, 'params' | 'scheduler' | 'request'>;

/**
 * Changes a job if it has a revision that `If-Match` names. The store compares it in the step of the write, so that of two writers with the same
 * tag only one succeeds.
 */
export async function changeMatched<T>(
  call: MatchedCall,
  change: (job: ScheduledJob, options: ChangeOptions) => Promise<T>,
): Promise<{ readonly before: ScheduledJob; readonly after: T }> {
  const { job, options } = await matched(call);
  try {
    return { before: job, after: await change(job, options) };
  } catch (error) {
    if (error instanceof JobRevisionMismatch) throw changedSince({ revision: error.currentRevision });
    throw error;
  }
}

/** The job as it is before a write. Throws a problem 412 if `If-Match` names another revision than it has. */
async function matched({
  params,
  scheduler,
  request,
}: MatchedCall): Promise<{ readonly job: ScheduledJob; readonly options: ChangeOptions }> {
  const job = await scheduler.get(params.id);
  const wanted = request.headers.get('if-match');
  if (wanted === null || wanted.trim() === '*') return { job, options: {} };
  const tags = wanted.split(',').map((tag) => tag.trim());
  if (tags.includes(etagOf(job))) return { job, options: { ifRevision: job.revision } };
  throw changedSince(job);
}

function changedSince(job: Pick<ScheduledJob, 'revision'>): HttpError {
  return new HttpError(412, 'PRECONDITION_FAILED', 'the job was changed since it was read; read it again', {
    headers: { etag: etagOf(job) },
  });
}
