import {
  DEFAULT_BACKOFF,
  DEFAULT_MISSED_RUNS,
  DEFAULT_PRIORITY,
  DEFAULT_QUEUE,
  type Execution,
  type ExecutionError,
  type ExecutionLog,
  type JobPolicies,
  jobType,
  type ScheduledJob,
  trigger,
} from '@scheduler/contracts';
import {
  type NewExecution,
  newExecution,
  newJob,
  NO_CONCURRENCY_LIMITS,
  type Outcome,
  type ScheduledJobProps,
} from '@scheduler/contracts/adapter';
import { SequentialIds } from '../../helpers/sequential-ids.js';

const ids = new SequentialIds();

/** An id that no other call gave; later ones come later in order. */
export function nextId(): string {
  return ids.next();
}

export const POLICIES: JobPolicies = Object.freeze({
  timeoutMs: 300_000,
  maxRetries: 3,
  backoff: DEFAULT_BACKOFF,
  onExhausted: 'continue',
  queue: DEFAULT_QUEUE,
  priority: DEFAULT_PRIORITY,
  allowOverlap: false,
  missedRuns: DEFAULT_MISSED_RUNS,
  ...NO_CONCURRENCY_LIMITS,
  unique: null,
});

/** An active job of every hour whose next run is `now`. */
export function buildJob(now: Date, props: Partial<ScheduledJobProps> = {}): ScheduledJob {
  const id = props.id ?? nextId();
  return newJob({
    id,
    name: `job-${id}`,
    type: jobType('conformance'),
    trigger: trigger.cron('0 * * * *'),
    policies: POLICIES,
    status: 'active',
    nextRunAt: now,
    createdAt: now,
    updatedAt: now,
    ...props,
  });
}

/** An enqueued execution that is available `now`. */
export function buildExecution(now: Date, props: Partial<NewExecution> = {}): Execution {
  return newExecution({
    id: props.id ?? nextId(),
    jobId: null,
    jobName: null,
    type: jobType('conformance'),
    targetId: null,
    payload: null,
    tags: [],
    metadata: {},
    tenant: null,
    queue: DEFAULT_QUEUE,
    priority: DEFAULT_PRIORITY,
    policy: { timeoutMs: 300_000, maxRetries: 3, backoff: DEFAULT_BACKOFF, onExhausted: 'continue' },
    exclusive: false,
    origin: 'enqueued',
    occurrenceAt: null,
    lateness: 'on_time',
    scheduledAt: now,
    availableAt: now,
    createdAt: now,
    ...props,
  });
}

/** What a tick would make of one occurrence of a job. */
export function buildOccurrence(job: ScheduledJob, at: Date, props: Partial<NewExecution> = {}): Execution {
  return buildExecution(at, { ...ofJob(job), origin: 'scheduled', occurrenceAt: at, ...props });
}

/** An execution of a job besides its schedule. */
export function buildManualRun(job: ScheduledJob, now: Date, props: Partial<NewExecution> = {}): Execution {
  return buildExecution(now, { ...ofJob(job), origin: 'manual', ...props });
}

function ofJob(job: ScheduledJob): Partial<NewExecution> {
  const { timeoutMs, maxRetries, backoff, onExhausted, queue, priority, allowOverlap } = job.policies;
  const { concurrency, concurrencyKey, concurrencyLimit } = job.policies;
  return {
    jobId: job.id,
    jobName: job.name,
    type: job.type,
    targetId: job.targetId,
    payload: job.payload,
    tags: job.tags,
    metadata: job.metadata,
    tenant: job.tenant,
    queue,
    priority,
    policy: { timeoutMs, maxRetries, backoff, onExhausted },
    exclusive: !allowOverlap && concurrency === null,
    concurrency,
    concurrencyKey,
    concurrencyLimit,
  };
}

export function buildLog(executionId: string, at: Date, props: Partial<ExecutionLog> = {}): ExecutionLog {
  return { executionId, at, level: 'info', message: 'a line', context: {}, ...props };
}

export const BROKEN: ExecutionError = Object.freeze({
  name: 'Error',
  message: 'it broke',
  code: 'E_BROKEN',
  stack: 'Error: it broke\n    at handler',
  errorClass: 'retryable',
});

/** Outcomes as the engine decides them. */
export const outcomes = Object.freeze({
  succeeded: (output: Extract<Outcome, { kind: 'succeeded' }>['output'] = null): Outcome => ({
    kind: 'succeeded',
    output,
  }),
  failed: (change: Partial<Extract<Outcome, { kind: 'failed' }>> = {}): Outcome => ({
    kind: 'failed',
    status: 'failed',
    error: BROKEN,
    reason: 'retries_exhausted',
    deadLetterQueue: null,
    ...change,
  }),
  retry: (delayMs = 0, status: 'failed' | 'timeout' = 'failed'): Outcome => ({
    kind: 'retry',
    status,
    error: BROKEN,
    delayMs,
  }),
  deferred: (delayMs = 0): Outcome => ({
    kind: 'deferred',
    delayMs,
    reason: 'rate_limited',
    message: 'mails',
  }),
  snoozed: (delayMs = 0, reason: string | null = null): Outcome => ({ kind: 'snoozed', delayMs, reason }),
  interrupted: (reason = 'the node is stopping'): Outcome => ({ kind: 'interrupted', reason }),
  cancelled: (reason: string | null = null): Outcome => ({ kind: 'cancelled', reason }),
  discarded: (reason: string | null = null): Outcome => ({ kind: 'discarded', reason }),
});
