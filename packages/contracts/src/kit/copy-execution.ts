import type { Attempt, Execution } from '../executions/execution.js';
import { ownCopy } from './own-copy.js';

/** How the dates of a copy are made. */
export type CopyDate = (date: Date) => Date;

export const newDate: CopyDate = (date) => new Date(date.getTime());

const NO_ATTEMPTS: readonly Attempt[] = Object.freeze([]);

/**
 * A copy of an execution with dates and lists of its own, for somebody who may change it. Payload, tags, metadata, policy, uniqueness, place
 * in a workflow, trace and output are shared: whoever keeps them has frozen them. The fields are listed, because many executions come this way, and a spread is slower.
 */
export function copyExecution(execution: Execution, copyDate: CopyDate = newDate): Execution {
  const { attempts, skipped, deadLetter, reason, progress, error } = execution;
  const { occurrenceAt, leaseUntil, startedAt, finishedAt } = execution;
  return {
    id: execution.id,
    jobId: execution.jobId,
    jobName: execution.jobName,
    type: execution.type,
    targetId: execution.targetId,
    payload: execution.payload,
    tags: execution.tags,
    metadata: execution.metadata,
    tenant: execution.tenant,
    queue: execution.queue,
    priority: execution.priority,
    policy: execution.policy,
    exclusive: execution.exclusive,
    unique: execution.unique,
    concurrency: execution.concurrency,
    concurrencyKey: execution.concurrencyKey,
    concurrencyLimit: execution.concurrencyLimit,
    origin: execution.origin,
    occurrenceAt: occurrenceAt === null ? null : copyDate(occurrenceAt),
    occurrence: execution.occurrence,
    lateness: execution.lateness,
    scheduledAt: copyDate(execution.scheduledAt),
    availableAt: copyDate(execution.availableAt),
    status: execution.status,
    reason: reason === null ? null : { ...reason },
    attemptsUsed: execution.attemptsUsed,
    fence: execution.fence,
    owner: execution.owner,
    leaseUntil: leaseUntil === null ? null : copyDate(leaseUntil),
    cancelRequest: execution.cancelRequest,
    startedAt: startedAt === null ? null : copyDate(startedAt),
    startConfirmed: execution.startConfirmed,
    unstartedRescues: execution.unstartedRescues,
    finishedAt: finishedAt === null ? null : copyDate(finishedAt),
    durationMs: execution.durationMs,
    output: execution.output,
    error: error === null ? null : { ...error },
    attempts: attempts.length === 0 ? NO_ATTEMPTS : attempts.map(ownAttempt),
    skipped: skipped === null ? null : ownCopy(skipped),
    deadLetter: deadLetter === null ? null : ownCopy(deadLetter),
    progress: progress === null ? null : { ...progress },
    originalExecutionId: execution.originalExecutionId,
    workflow: execution.workflow,
    trace: execution.trace,
    createdAt: copyDate(execution.createdAt),
  };
}

function ownAttempt(attempt: Attempt): Attempt {
  return {
    ...attempt,
    startedAt: new Date(attempt.startedAt.getTime()),
    finishedAt: new Date(attempt.finishedAt.getTime()),
    error: attempt.error === null ? null : { ...attempt.error },
  };
}
