import {
  type Attempt,
  type ErrorMessage,
  type Execution,
  type ExecutionError,
  type JobMessage,
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
