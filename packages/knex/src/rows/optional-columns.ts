import type { Execution } from '@scheduler/contracts';
import { traceToText } from '@scheduler/contracts/adapter';
import type { BatchRow } from '../dialects/batch.js';

/** The additional columns of executions that are unique, or limited by their job or key. */
export const ADMISSION_COLUMNS = {
  unique_key: 'text',
  unique_states: 'text',
  unique_until: 'int',
  job_limit: 'int',
  limit_key: 'text',
  key_limit: 'int',
} as const;

export function admissionRow(execution: Execution): BatchRow<typeof ADMISSION_COLUMNS> {
  const { unique, createdAt, concurrency, concurrencyKey, concurrencyLimit } = execution;
  // An execution that is stored as skipped does not occupy its unique key.
  const place = execution.status === 'pending' ? unique : null;
  const periodMs = place?.periodMs ?? null;
  return {
    unique_key: place?.key ?? null,
    unique_states: place?.endStates.join(' ') ?? null,
    unique_until: periodMs === null ? null : createdAt.getTime() + periodMs,
    job_limit: execution.exclusive || execution.jobId === null ? null : concurrency,
    limit_key: concurrencyKey,
    key_limit: concurrencyLimit,
  };
}

/** The additional column of executions that were made in a trace. */
export const TRACE_COLUMNS = { trace: 'text' } as const;

export function traceRow({ trace }: Execution): BatchRow<typeof TRACE_COLUMNS> {
  return { trace: traceToText(trace) };
}

/** Whether a claim has to count running executions before it may claim this one. */
export function isLimited({ concurrency, concurrencyKey }: Execution): boolean {
  return concurrency !== null || concurrencyKey !== null;
}
