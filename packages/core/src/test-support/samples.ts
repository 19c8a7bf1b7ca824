import {
  DEFAULT_BACKOFF,
  DEFAULT_MISSED_RUNS,
  type Execution,
  type IdGenerator,
  type JobPolicies,
  jobType,
  ScheduledJob,
  trigger,
} from '@scheduler/contracts';
import {
  claimExecution,
  newExecution,
  type NewExecution,
  NO_CONCURRENCY_LIMITS,
  NO_COUNTS,
  type ScheduledJobProps,
} from '@scheduler/contracts/adapter';

/** An instant, as minutes after the start of the manual clock. */
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
  return new ScheduledJob({
    id: 'job-1',
    name: 'weekly-sales',
    description: null,
    type: jobType('export_report'),
    targetId: null,
    payload: { report: 'sales' },
    trigger: trigger.every('1h'),
    policies: samplePolicies,
    tags: ['sales'],
    metadata: {},
    tenant: null,
    createdBy: null,
    status: 'active',
    startAt: null,
    endAt: null,
    maxExecutions: null,
    jitterMs: 0,
    exclusions: null,
    nextRunAt: minute(60),
    lastRunAt: null,
    counters: NO_COUNTS,
    revision: 1,
    createdAt: minute(0),
    updatedAt: minute(0),
    pausedAt: null,
    completedAt: null,
    cancelledAt: null,
    statusReason: null,
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
    occurrenceAt: minute(0),
    lateness: 'on_time',
    scheduledAt: minute(0),
    availableAt: minute(0),
    createdAt: minute(0),
    ...props,
  });
}

/** An execution that node-1 has claimed at minute 0. */
export function claimedExecution(props: Partial<NewExecution> = {}): Execution {
  const terms = { owner: 'node-1', at: minute(0), leaseUntil: minute(1) };
  return claimExecution(sampleExecution(props), terms);
}

/** `id-1`, `id-2` … */
export function sequentialIds(): IdGenerator {
  let count = 0;
  return { next: () => `id-${++count}` };
}
