import {
  type Execution,
  type IdGenerator,
  type JobPolicies,
  jobType,
  type ScheduledJob,
  trigger,
} from '@scheduler/contracts';
import {
  claimExecution,
  extendLease,
  newExecution,
  type NewExecution,
  newJob,
  type ScheduledJobProps,
} from '@scheduler/contracts/adapter';
import { loadConfig } from '../config/load-config.js';
import { defaultPolicies } from '../schedule/policies-of.js';

/** An instant, as minutes after the start of the manual clock. */
export function minute(minutes: number): Date {
  return new Date(Date.UTC(2030, 0, 1) + minutes * 60_000);
}

export const samplePolicies: JobPolicies = defaultPolicies(loadConfig());

export function sampleJob(props: Partial<ScheduledJobProps> = {}): ScheduledJob {
  return newJob({
    id: 'job-1',
    name: 'weekly-sales',
    type: jobType('export_report'),
    payload: { report: 'sales' },
    trigger: trigger.every('1h'),
    policies: samplePolicies,
    tags: ['sales'],
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

/** The same, and its handler is known to have started. */
export function startedExecution(props: Partial<NewExecution> = {}): Execution {
  return extendLease(claimedExecution(props), { leaseUntil: minute(1), startedAt: minute(0) });
}

/** `id-1`, `id-2` … */
export function sequentialIds(): IdGenerator {
  let count = 0;
  return { next: () => `id-${++count}` };
}
