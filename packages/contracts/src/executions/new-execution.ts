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
    >
  >;

export function newExecution(given: NewExecution): Execution {
  const status = given.status ?? 'pending';
  return {
    id: given.id,
    jobId: given.jobId,
    jobName: given.jobName,
    type: given.type,
    targetId: given.targetId,
    payload: given.payload,
    tags: given.tags,
    metadata: given.metadata,
    tenant: given.tenant,
    queue: given.queue,
    priority: given.priority,
    policy: given.policy,
    exclusive: given.exclusive,
    unique: given.unique ?? null,
    concurrency: given.concurrency ?? null,
    concurrencyKey: given.concurrencyKey ?? null,
    concurrencyLimit: given.concurrencyLimit ?? null,
    origin: given.origin,
    occurrenceAt: given.occurrenceAt,
    occurrence: null,
    lateness: given.lateness,
    scheduledAt: given.scheduledAt,
    availableAt: given.availableAt,
    status,
    reason: given.reason ?? null,
    attemptsUsed: 0,
    fence: 0,
    owner: null,
    leaseUntil: null,
    cancelRequest: null,
    startedAt: null,
    finishedAt: executionStatuses.isFinal(status) ? given.createdAt : null,
    durationMs: null,
    output: null,
    error: null,
    attempts: [],
    skipped: given.skipped ?? null,
    deadLetter: null,
    progress: null,
    originalExecutionId: given.originalExecutionId ?? null,
    createdAt: given.createdAt,
  };
}
