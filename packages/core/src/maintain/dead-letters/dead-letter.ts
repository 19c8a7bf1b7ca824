import type { ErrorClass, Execution, ExecutionError, JsonObject, JsonValue } from '@scheduler/contracts';

/** An execution that failed for good and waits for a person. */
export interface DeadLetterEntry {
  /** The id of the execution. */
  readonly id: string;
  readonly jobId: string | null;
  readonly jobName: string | null;
  readonly type: string;
  /** Where it ran. */
  readonly queue: string;
  readonly tenant: string | null;
  readonly payload: JsonValue;
  readonly error: ExecutionError | null;
  readonly errorClass: ErrorClass | null;
  /** How often it was tried. */
  readonly attempts: number;
  readonly firstFailedAt: Date;
  readonly lastFailedAt: Date;
  readonly metadata: JsonObject;
}

const FAILURES: ReadonlySet<string> = new Set(['failed', 'timeout', 'lost']);

export function deadLetterOf(execution: Execution): DeadLetterEntry {
  const { id, jobId, jobName, type, queue, tenant, payload, error, attemptsUsed, metadata, attempts } =
    execution;
  const failures = attempts.filter(({ status }) => FAILURES.has(status));
  const at = execution.deadLetter?.at ?? execution.finishedAt ?? execution.createdAt;
  return {
    id,
    jobId,
    jobName,
    type,
    queue,
    tenant,
    payload,
    error,
    errorClass: error?.errorClass ?? null,
    attempts: attemptsUsed,
    firstFailedAt: failures[0]?.finishedAt ?? at,
    lastFailedAt: at,
    metadata,
  };
}
