import {
  type Execution,
  executionStatuses,
  type ExecutionStatus,
  type JobType,
  type JsonValue,
  type Priority,
  type Reason,
  type ReasonCode,
  type SkippedRange,
} from '@scheduler/contracts';
import { parseJson, traceFromText } from '@scheduler/contracts/adapter';
import type { Row } from '../database/results.js';
import type { BatchRow } from '../dialects/batch.js';
import { attemptsFromRow, attemptsToColumns } from './attempts-json.js';
import { errorFromJson, errorToJson } from './error-json.js';
import { detailsOf, detailsToJson } from './execution-details.js';
import {
  fromDate,
  fromTenant,
  toDate,
  toDateOrNull,
  toNumberOrNull,
  toTenant,
  toTextOrNull,
} from './values.js';

/** The columns that are inserted for every new execution. */
export const NEW_EXECUTION_COLUMNS = {
  id: 'text',
  job_id: 'text',
  tenant: 'text',
  type: 'text',
  queue: 'text',
  priority: 'int',
  payload: 'text',
  details: 'text',
  exclusive_job: 'text',
  occurrence_at: 'int',
  occurrence: 'int',
  scheduled_at: 'int',
  available_at: 'int',
  status: 'text',
  reason_code: 'text',
  reason_message: 'text',
  tries: 'int',
  fence: 'int',
  finished_at: 'int',
  created_at: 'int',
} as const;

export type NewExecutionRow = BatchRow<typeof NEW_EXECUTION_COLUMNS>;

export function newExecutionRow(execution: Execution): NewExecutionRow {
  return {
    id: execution.id,
    job_id: execution.jobId,
    tenant: fromTenant(execution.tenant),
    type: execution.type,
    queue: execution.queue,
    priority: execution.priority,
    payload: JSON.stringify(execution.payload),
    details: detailsToJson(execution),
    exclusive_job: execution.exclusive ? execution.jobId : null,
    occurrence_at: fromDate(execution.occurrenceAt),
    occurrence: execution.occurrence,
    scheduled_at: execution.scheduledAt.getTime(),
    available_at: execution.availableAt.getTime(),
    status: execution.status,
    reason_code: execution.reason?.code ?? null,
    reason_message: execution.reason?.message ?? null,
    tries: execution.attemptsUsed,
    fence: execution.fence,
    finished_at: fromDate(execution.finishedAt),
    created_at: execution.createdAt.getTime(),
  };
}

/** The columns of new executions of which some are claimed already. Here `lease_until` is how long the lease lasts, in milliseconds. */
export const LEASED_EXECUTION_COLUMNS = {
  owner: 'text',
  lease_until: 'int',
  started_at: 'int',
  unstarted: 'int',
} as const;

export function leaseOfNewRow({
  owner,
  leaseUntil,
  startedAt,
  status,
}: Execution): BatchRow<typeof LEASED_EXECUTION_COLUMNS> {
  const lasts = leaseUntil === null || startedAt === null ? null : leaseUntil.getTime() - startedAt.getTime();
  return {
    owner,
    lease_until: lasts,
    started_at: fromDate(startedAt),
    unstarted: status === 'running' ? 1 : 0,
  };
}

/** The columns that the last attempt changes. The duration is computed from start and end, unless there was no attempt. */
export const ENDED_COLUMNS = {
  id: 'text',
  fence: 'int',
  status: 'text',
  reason_code: 'text',
  reason_message: 'text',
  started_at: 'int',
  finished_at: 'int',
  output: 'text',
  error: 'text',
  attempts: 'text',
  last_attempt: 'text',
  dead_letter_queue: 'text',
  dead_letter_at: 'int',
} as const;

export function endedRow(execution: Execution): BatchRow<typeof ENDED_COLUMNS> {
  const { attempts, last_attempt } = attemptsToColumns(execution);
  return {
    id: execution.id,
    fence: execution.fence,
    status: execution.status,
    reason_code: execution.reason?.code ?? null,
    reason_message: execution.reason?.message ?? null,
    started_at: fromDate(execution.startedAt),
    finished_at: fromDate(execution.finishedAt),
    output: execution.output === null ? null : JSON.stringify(execution.output),
    error: errorToJson(execution.error),
    attempts,
    last_attempt,
    dead_letter_queue: execution.deadLetter?.queue ?? null,
    dead_letter_at: fromDate(execution.deadLetter?.at ?? null),
  };
}

/** The columns of an execution that ended between its claim and its start. */
export const UNSTARTED_COLUMNS = { ...ENDED_COLUMNS, tries: 'int', unstarted_rescues: 'int' } as const;

export function unstartedRow(execution: Execution): BatchRow<typeof UNSTARTED_COLUMNS> {
  const { attemptsUsed: tries, unstartedRescues: unstarted_rescues } = execution;
  return { ...endedRow(execution), tries, unstarted_rescues };
}

/** The columns that an attempt changes after which the execution waits for another one. */
export const WAITING_COLUMNS = {
  id: 'text',
  fence: 'int',
  status: 'text',
  available_at: 'int',
  reason_code: 'text',
  reason_message: 'text',
  tries: 'int',
  started_at: 'int',
  duration_ms: 'int',
  error: 'text',
  attempts: 'text',
  unstarted_rescues: 'int',
} as const;

export function waitingRow(execution: Execution): BatchRow<typeof WAITING_COLUMNS> {
  return {
    id: execution.id,
    fence: execution.fence,
    status: execution.status,
    available_at: execution.availableAt.getTime(),
    reason_code: execution.reason?.code ?? null,
    reason_message: execution.reason?.message ?? null,
    tries: execution.attemptsUsed,
    started_at: fromDate(execution.startedAt),
    duration_ms: execution.durationMs,
    error: errorToJson(execution.error),
    attempts: attemptsToColumns(execution).attempts,
    unstarted_rescues: execution.unstartedRescues,
  };
}

/** Throws if the row is corrupt: invalid JSON, or an unknown status. */
export function executionFromRow(row: Row): Execution {
  const status = statusOf(row['status']);
  const details = detailsOf.parse(String(row['details']));
  const error = errorFromJson(row['error']);
  return {
    id: String(row['id']),
    jobId: toTextOrNull(row['job_id']),
    jobName: details.jobName,
    type: String(row['type']) as JobType,
    targetId: details.targetId,
    payload: parseJson(row['payload']),
    tags: details.tags,
    metadata: details.metadata,
    tenant: toTenant(row['tenant']),
    queue: String(row['queue']),
    priority: Number(row['priority']) as Priority,
    policy: details.policy,
    exclusive: details.exclusive,
    unique: details.unique,
    concurrency: details.concurrency,
    concurrencyKey: details.concurrencyKey,
    concurrencyLimit: details.concurrencyLimit,
    origin: details.origin,
    occurrenceAt: toDateOrNull(row['occurrence_at']),
    occurrence: toNumberOrNull(row['occurrence']),
    lateness: details.lateness,
    scheduledAt: toDate(row['scheduled_at']),
    availableAt: toDate(row['available_at']),
    status,
    reason: reasonOf(row),
    attemptsUsed: Number(row['tries']),
    fence: Number(row['fence']),
    // The last owner stays in the row for the list of attempts, but only a running execution has an owner.
    owner: status === 'running' ? toTextOrNull(row['owner']) : null,
    leaseUntil: status === 'running' ? toDateOrNull(row['lease_until']) : null,
    cancelRequest: toTextOrNull(row['cancel_request']),
    startedAt: toDateOrNull(row['started_at']),
    // The mark stays in the row after the end of an attempt, where it means nothing.
    startConfirmed: status !== 'running' || Number(row['unstarted']) === 0,
    unstartedRescues: Number(row['unstarted_rescues'] ?? 0),
    finishedAt: toDateOrNull(row['finished_at']),
    durationMs: toNumberOrNull(row['duration_ms']),
    output: outputOf(row['output']),
    error,
    attempts: attemptsFromRow(row, error),
    skipped: rangeOf(details.skipped),
    deadLetter: deadLetterOf(row),
    progress: details.progress,
    originalExecutionId: details.originalExecutionId,
    workflow: details.workflow,
    trace: traceFromText(row['trace']),
    createdAt: toDate(row['created_at']),
  };
}

function outputOf(value: unknown): JsonValue {
  return value === null || value === undefined ? null : parseJson(value);
}

function reasonOf(row: Row): Reason | null {
  const code = toTextOrNull(row['reason_code']) as ReasonCode | null;
  return code === null ? null : { code, message: toTextOrNull(row['reason_message']) };
}

function deadLetterOf(row: Row): Execution['deadLetter'] {
  const queue = toTextOrNull(row['dead_letter_queue']);
  return queue === null ? null : { queue, at: toDate(row['dead_letter_at']) };
}

export function statusOf(value: unknown): ExecutionStatus {
  const status = String(value);
  if (executionStatuses.has(status)) return status;
  throw new SyntaxError(`unknown status of an execution: ${status}`);
}

/** With dates of its own, because equal details are read once and shared. */
export function rangeOf(range: SkippedRange | null): SkippedRange | null {
  return range === null ? null : { count: range.count, from: new Date(range.from), to: new Date(range.to) };
}
