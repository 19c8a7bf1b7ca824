import {
  type Attempt,
  type ErrorMessage,
  type Execution,
  type ExecutionError,
  type JobMessage,
  type JobStart,
  type JobStop,
  maxAttempts,
} from '@scheduler/contracts';

/** The fields of a message that identify its execution. */
export function jobMessage(node: string, execution: Execution): JobMessage {
  return {
    node,
    executionId: execution.id,
    jobId: execution.jobId,
    jobName: execution.jobName,
    type: execution.type,
    queue: execution.queue,
    priority: execution.priority,
    tenant: execution.tenant,
    attempt: execution.attemptsUsed,
    maxAttempts: maxAttempts(execution),
  };
}

/**
 * The two messages of every job list their fields one by one: spreading the common ones into another literal takes a microsecond, which
 * metrics would pay twice for each job.
 */
export function startMessage(
  node: string,
  execution: Execution,
  { scheduledAt, waitedMs }: Pick<JobStart, 'scheduledAt' | 'waitedMs'>,
): JobStart {
  return {
    node,
    executionId: execution.id,
    jobId: execution.jobId,
    jobName: execution.jobName,
    type: execution.type,
    queue: execution.queue,
    priority: execution.priority,
    tenant: execution.tenant,
    attempt: execution.attemptsUsed,
    maxAttempts: maxAttempts(execution),
    scheduledAt,
    waitedMs,
  };
}

/** See `startMessage`. */
export function stopMessage(
  node: string,
  execution: Execution,
  { attempt, durationMs, outcome }: Pick<JobStop, 'attempt' | 'durationMs' | 'outcome'>,
): JobStop {
  return {
    node,
    executionId: execution.id,
    jobId: execution.jobId,
    jobName: execution.jobName,
    type: execution.type,
    queue: execution.queue,
    priority: execution.priority,
    tenant: execution.tenant,
    attempt,
    maxAttempts: maxAttempts(execution),
    durationMs,
    outcome,
  };
}

/** An error without its stack, which is long and not needed in a message. */
export function errorMessage(error: ExecutionError | null): ErrorMessage | null {
  return error === null ? null : { name: error.name, message: error.message, code: error.code };
}

/** The ended attempt of the latest claim. Null: the execution was put back without being started. */
export function endedAttempt({ attempts, fence }: Execution): Attempt | null {
  const last = attempts.at(-1);
  return last?.fence === fence ? last : null;
}

export function attemptDurationMs({ startedAt, finishedAt }: Attempt): number {
  return finishedAt.getTime() - startedAt.getTime();
}
