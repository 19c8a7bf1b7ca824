import {
  type Attempt,
  type ErrorMessage,
  type Execution,
  type ExecutionError,
  type JobMessage,
  maxAttempts,
} from '@scheduler/contracts';

/** Which execution a message is about. */
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

/** Stacks are long, and hold what a message need not tell. */
export function errorMessage(error: ExecutionError | null): ErrorMessage | null {
  return error === null ? null : { name: error.name, message: error.message, code: error.code };
}

/** The attempt that its latest claim led to, if it has ended. Null: the execution was put back without being started. */
export function endedAttempt({ attempts, fence }: Execution): Attempt | null {
  const last = attempts.at(-1);
  return last?.fence === fence ? last : null;
}

export function attemptDurationMs({ startedAt, finishedAt }: Attempt): number {
  return finishedAt.getTime() - startedAt.getTime();
}
