import type { EventContext, EventRecord } from '../../event-log/logged-event.js';
import type { JobLogEvent } from '../../event-log/event-names.js';
import type { ScheduledJob } from '../../jobs/scheduled-job.js';
import type { JobStatus } from '../../states/job-status.js';
import type { JsonObject } from '../../values/json.js';
import { isSameData } from './event-json.js';
import { changedJobData, jobData } from './job-data.js';

type JobKey = Pick<ScheduledJob, 'id' | 'tenant'>;

/** For each job that is added. */
export function jobScheduled(job: ScheduledJob, context: EventContext): EventRecord {
  return jobEvent('JobScheduled', job, jobData(job), context);
}

/** For each job that is written again, whatever has changed it. None: it is the same. */
export function jobChanged(
  before: ScheduledJob,
  after: ScheduledJob,
  context: EventContext,
): readonly EventRecord[] {
  const changes = changedJobData(before, after);
  if (Object.keys(changes).length === 0) return [];
  return [jobEvent(nameOf(before, after), after, changes, context)];
}

/** For each job that is deleted. What is left of its executions goes with it, and needs no events. */
export function jobDeleted(job: JobKey, context: EventContext): EventRecord {
  return jobEvent('JobDeleted', job, {}, context);
}

const STATUS_EVENTS: Readonly<Partial<Record<JobStatus, JobLogEvent>>> = {
  paused: 'JobPaused',
  completed: 'JobCompleted',
  failed: 'JobFailed',
  cancelled: 'JobCancelled',
};

function nameOf(before: ScheduledJob, after: ScheduledJob): JobLogEvent {
  if (before.status !== after.status) {
    if (before.status === 'paused' && after.status === 'active') return 'JobResumed';
    const named = STATUS_EVENTS[after.status];
    if (named !== undefined) return named;
  }
  if (after.counters.executions !== before.counters.executions) return 'JobRunCounted';
  if (after.counters.fired !== before.counters.fired || !isSameData(before.lastRunAt, after.lastRunAt))
    return 'JobFired';
  return isSameData(before.trigger, after.trigger) ? 'JobUpdated' : 'JobRescheduled';
}

function jobEvent(
  name: JobLogEvent,
  { id, tenant }: JobKey,
  data: JsonObject,
  { at, cause }: EventContext,
): EventRecord {
  return { name, version: 1, at, tenant, entity: 'job', entityId: id, jobId: id, cause, data };
}
