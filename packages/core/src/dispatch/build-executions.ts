import type {
  Execution,
  ExecutionOrigin,
  Lateness,
  ReasonCode,
  ScheduledJob,
  SkippedRange,
  TraceContext,
} from '@scheduler/contracts';
import { type NewExecution, newExecution } from '@scheduler/contracts/adapter';
import { jitterOf } from '@scheduler/recurrence';
import { uniquenessOf } from '../policies/unique-key.js';

interface Common {
  readonly job: ScheduledJob;
  readonly id: string;
  /** The store's time. */
  readonly now: Date;
}

/** The execution of an occurrence: due at its nominal instant, or as much later as the jitter of the job says. */
export function executionOfOccurrence({
  job,
  id,
  now,
  at,
  lateness,
}: Common & { readonly at: Date; readonly lateness: Lateness }): Execution {
  const jitterMs = jitterOf({ jobId: job.id, at, maxMs: job.jitterMs });
  const availableAt = jitterMs === 0 ? at : new Date(at.getTime() + jitterMs);
  return executionOf(job, {
    id,
    origin: 'scheduled',
    occurrenceAt: at,
    scheduledAt: at,
    availableAt,
    lateness,
    createdAt: now,
  });
}

/** An execution outside of the schedule: it belongs to no occurrence, and is due at once. `trace`: where it was asked for. */
export function unscheduledExecution({
  job,
  id,
  now,
  origin,
  trace = null,
}: Common & { readonly origin: ExecutionOrigin; readonly trace?: TraceContext | null }): Execution {
  return executionOf(job, {
    id,
    origin,
    occurrenceAt: null,
    scheduledAt: now,
    availableAt: now,
    lateness: 'on_time',
    createdAt: now,
    ...(trace === null ? {} : { trace }),
  });
}

/** The skipped execution that stands for occurrences which were not run. It has the instant of the last of them. */
export function skippedExecution({
  job,
  id,
  now,
  range,
  code,
}: Common & { readonly range: SkippedRange; readonly code: ReasonCode }): Execution {
  return executionOf(job, {
    id,
    origin: 'scheduled',
    occurrenceAt: range.to,
    scheduledAt: range.to,
    availableAt: range.to,
    lateness: 'late',
    createdAt: now,
    status: 'skipped',
    reason: { code, message: null },
    skipped: range,
  });
}

type Own = Pick<
  NewExecution,
  'id' | 'origin' | 'occurrenceAt' | 'scheduledAt' | 'availableAt' | 'lateness' | 'createdAt'
> &
  Partial<Pick<NewExecution, 'status' | 'reason' | 'skipped' | 'trace'>>;

/** Combines what every execution copies from its job, as the job is now, with the fields of its own. */
function executionOf(job: ScheduledJob, own: Own): Execution {
  const { policies } = job;
  return newExecution({
    id: own.id,
    jobId: job.id,
    jobName: job.name,
    type: job.type,
    targetId: job.targetId,
    payload: job.payload,
    tags: job.tags,
    metadata: job.metadata,
    tenant: job.tenant,
    queue: policies.queue,
    priority: policies.priority,
    policy: policies,
    exclusive: !policies.allowOverlap && policies.concurrency === null,
    unique: policies.unique === null ? null : uniquenessOf(policies.unique, uniquenessInput(job)),
    concurrency: policies.concurrency,
    concurrencyKey: policies.concurrencyKey,
    concurrencyLimit: policies.concurrencyLimit,
    origin: own.origin,
    occurrenceAt: own.occurrenceAt,
    scheduledAt: own.scheduledAt,
    availableAt: own.availableAt,
    lateness: own.lateness,
    createdAt: own.createdAt,
    status: own.status,
    reason: own.reason,
    skipped: own.skipped,
    trace: own.trace ?? job.trace,
  });
}

function uniquenessInput({ type, tenant, name, policies, payload }: ScheduledJob) {
  return { type, tenant, jobName: name, queue: policies.queue, payload };
}
