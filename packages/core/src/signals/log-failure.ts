import type { Execution, JsonObject, Logger } from '@scheduler/contracts';

/** Logs what somebody has to know of an attempt that failed: a warning while it is retried, an error when it has failed for good. */
export function logFailure(logger: Logger, settled: Execution): void {
  const { status, reason, deadLetter, availableAt } = settled;
  if (status === 'pending') {
    if (reason?.code === 'retry')
      logger.warn('an attempt failed and is retried', {
        ...fieldsOf(settled),
        retryAt: availableAt.toISOString(),
      });
    return;
  }
  if (status !== 'failed' && status !== 'timeout') return;
  const message =
    deadLetter === null ? 'an execution failed' : 'an execution failed and is a dead letter now';
  logger.error(message, { ...fieldsOf(settled), reason: reason?.code ?? null });
}

function fieldsOf({ id, jobName, type, attemptsUsed, tenant, queue, error, trace }: Execution): JsonObject {
  return {
    ...(jobName === null ? {} : { job: jobName }),
    type,
    executionId: id,
    attempt: attemptsUsed,
    queue,
    ...(tenant === null ? {} : { tenant }),
    ...(trace === null ? {} : { traceId: trace.traceId }),
    error: error === null ? null : `${error.name}: ${error.message}`,
  };
}
