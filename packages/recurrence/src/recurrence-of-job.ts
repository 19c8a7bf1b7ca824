import type { ScheduledJob } from '@scheduler/contracts';
import type { RecurrenceRequest } from './instants/recurrence.js';

/** The request for a job, which counts its intervals from the start of its window, else from the time it was scheduled. */
export function recurrenceOf(
  job: Pick<ScheduledJob, 'trigger' | 'startAt' | 'endAt' | 'createdAt' | 'exclusions'>,
): RecurrenceRequest {
  const { trigger, startAt, endAt, createdAt, exclusions } = job;
  return { trigger, anchor: startAt ?? createdAt, startAt, endAt, exclusions };
}
