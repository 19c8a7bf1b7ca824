import {
  DEFAULT_BACKOFF,
  DEFAULT_MISSED_RUNS,
  type Execution,
  type JobPolicies,
  jobType,
  type ScheduledJob,
  trigger,
} from '../index.js';
import {
  claimExecution,
  newExecution,
  type NewExecution,
  newJob,
  NO_CONCURRENCY_LIMITS,
  type ScheduledJobProps,
} from '../adapter.js';

/** An instant, in minutes after a fixed one. */
export function minute(minutes: number): Date {
  return new Date(Date.UTC(2030, 0, 1) + minutes * 60_000);
}

export const samplePolicies: JobPolicies = {
  timeoutMs: 300_000,
  maxRetries: 3,
  backoff: DEFAULT_BACKOFF,
  onExhausted: 'continue',
  queue: 'default',
  priority: 5,
  allowOverlap: false,
  missedRuns: DEFAULT_MISSED_RUNS,
  ...NO_CONCURRENCY_LIMITS,
  unique: null,
};

export function sampleJob(props: Partial<ScheduledJobProps> = {}): ScheduledJob {
  return newJob({
    id: 'job-1',
    name: 'weekly-sales',
    type: jobType('export_report'),
    trigger: trigger.every('1h'),
    policies: samplePolicies,
    status: 'active',
    nextRunAt: minute(60),
    createdAt: minute(0),
    updatedAt: minute(0),
    ...props,
  });
}

export function sampleExecution(props: Partial<NewExecution> = {}): Execution {
  return newExecution({
    id: 'execution-1',
    jobId: 'job-1',
    jobName: 'weekly-sales',
    type: jobType('export_report'),
    targetId: null,
    payload: { report: 'sales' },
    tags: ['sales'],
    metadata: {},
    tenant: null,
    queue: 'default',
    priority: 5,
    policy: samplePolicies,
    exclusive: true,
    origin: 'scheduled',
    occurrenceAt: minute(60),
    lateness: 'on_time',
    scheduledAt: minute(60),
    availableAt: minute(60),
    createdAt: minute(60),
    ...props,
  });
}

/** An execution that node-1 has claimed at minute 61, until minute 62. */
export function claimed(execution: Execution = sampleExecution()): Execution {
  return claimExecution(execution, { owner: 'node-1', at: minute(61), leaseUntil: minute(62) });
}
