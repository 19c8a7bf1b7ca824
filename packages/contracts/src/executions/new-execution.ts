import type { Execution } from './execution.js';
import { executionStatuses } from '../states/execution-status.js';

/** The fields of a new execution that its creator sets; the others start empty. */
export type NewExecution = Pick<
  Execution,
  | 'id'
  | 'jobId'
  | 'jobName'
  | 'type'
  | 'targetId'
  | 'payload'
  | 'tags'
  | 'metadata'
  | 'tenant'
  | 'queue'
  | 'priority'
  | 'policy'
  | 'exclusive'
  | 'origin'
  | 'occurrenceAt'
  | 'lateness'
  | 'scheduledAt'
  | 'availableAt'
  | 'createdAt'
> &
  Partial<
    Pick<
      Execution,
      | 'status'
      | 'reason'
      | 'skipped'
      | 'originalExecutionId'
      | 'unique'
      | 'concurrency'
      | 'concurrencyKey'
      | 'concurrencyLimit'
      | 'workflow'
      | 'trace'
    >
  >;

export function newExecution(fields: NewExecution): Execution {
  const status = fields.status ?? 'pending';
  return {
    id: fields.id,
    jobId: fields.jobId,
    jobName: fields.jobName,
    type: fields.type,
    targetId: fields.targetId,
    payload: fields.payload,
    tags: fields.tags,
    metadata: fields.metadata,
    tenant: fields.tenant,
    queue: fields.queue,
    priority: fields.priority,
    policy: fields.policy,
    exclusive: fields.exclusive,
    unique: fields.unique ?? null,
    concurrency: fields.concurrency ?? null,
    concurrencyKey: fields.concurrencyKey ?? null,
    concurrencyLimit: fields.concurrencyLimit ?? null,
    origin: fields.origin,
    occurrenceAt: fields.occurrenceAt,
    occurrence: null,
    lateness: fields.lateness,
    scheduledAt: fields.scheduledAt,
    availableAt: fields.availableAt,
    status,
    reason: fields.reason ?? null,
    attemptsUsed: 0,
    fence: 0,
    owner: null,
    leaseUntil: null,
    cancelRequest: null,
    startedAt: null,
    startConfirmed: true,
    unstartedRescues: 0,
    finishedAt: executionStatuses.isFinal(status) ? fields.createdAt : null,
    durationMs: null,
    output: null,
    error: null,
    attempts: [],
    skipped: fields.skipped ?? null,
    deadLetter: null,
    progress: null,
    originalExecutionId: fields.originalExecutionId ?? null,
    workflow: fields.workflow ?? null,
    trace: fields.trace ?? null,
    createdAt: fields.createdAt,
  };
}
