import { ScheduledJob } from './scheduled-job.js';
import { NO_COUNTS, type ScheduledJobProps } from './scheduled-job-props.js';

type Required = 'id' | 'name' | 'type' | 'trigger' | 'policies' | 'createdAt';

/** What a caller decides about a new job; the rest is empty. */
export type NewJob = Pick<ScheduledJobProps, Required> & Partial<ScheduledJobProps>;

const EMPTY: Omit<ScheduledJobProps, Required | 'updatedAt'> = Object.freeze({
  description: null,
  targetId: null,
  payload: null,
  tags: Object.freeze([]),
  metadata: Object.freeze({}),
  tenant: null,
  createdBy: null,
  status: 'pending',
  startAt: null,
  endAt: null,
  maxExecutions: null,
  jitterMs: 0,
  exclusions: null,
  nextRunAt: null,
  lastRunAt: null,
  counters: NO_COUNTS,
  revision: 1,
  pausedAt: null,
  completedAt: null,
  cancelledAt: null,
  statusReason: null,
  trace: null,
});

/** A job that is not yet active, and to which nothing has happened. */
export function newJob(given: NewJob): ScheduledJob {
  return new ScheduledJob({ ...EMPTY, updatedAt: given.createdAt, ...given });
}
