import { isOneOff, type JobStatus, jobStatuses, ScheduledJob } from '@scheduler/contracts';
import { parseJson } from '@scheduler/contracts/adapter';
import {
  fromDate,
  fromNumber,
  toDate,
  toDateOrNull,
  toNumberOrNull,
  toTextOrNull,
} from '../database/hash-values.js';
import { definitionFromJson, definitionToJson } from './job-json.js';

/** The fields of a job in its hash `j:<id>`. Instants are milliseconds. An empty text stands for null. */
export const JOB_FIELDS = [
  /** The definition as JSON, which only `save` changes. */
  'd',
  'name',
  'tenant',
  'created',
  'status',
  'status_reason',
  'revision',
  'next',
  'last',
  'fired',
  'executions',
  'succeeded',
  'failed',
  'duration',
  'updated',
  'paused',
  'completed',
  'cancelled',
  /** The maximum number of executions. */
  'max',
  /** The kind of the trigger. */
  'kind',
  /** The name of the event that the trigger waits for, if it is an event trigger. */
  'event',
  /** 1 if the trigger has one instant at most, else 0. */
  'one_off',
  'on_exhausted',
  /** Within how many milliseconds it is expected to succeed. */
  'expect',
  'payload',
] as const;

export type JobField = (typeof JOB_FIELDS)[number];
export type JobHash = Readonly<Record<JobField, string>>;

export function jobToHash(job: ScheduledJob): JobHash {
  const { trigger, counters } = job;
  return {
    d: definitionToJson(job),
    name: job.name,
    tenant: job.tenant ?? '',
    created: fromDate(job.createdAt),
    status: job.status,
    status_reason: job.statusReason ?? '',
    revision: String(job.revision),
    next: fromDate(job.nextRunAt),
    last: fromDate(job.lastRunAt),
    fired: String(counters.fired),
    executions: String(counters.executions),
    succeeded: String(counters.succeeded),
    failed: String(counters.failed),
    duration: String(counters.totalDurationMs),
    updated: fromDate(job.updatedAt),
    paused: fromDate(job.pausedAt),
    completed: fromDate(job.completedAt),
    cancelled: fromDate(job.cancelledAt),
    max: fromNumber(job.maxExecutions),
    kind: trigger.kind,
    event: trigger.kind === 'event' ? trigger.name : '',
    one_off: isOneOff(trigger) ? '1' : '0',
    expect: fromNumber(job.policies.expectWithinMs ?? null),
    on_exhausted: job.policies.onExhausted,
    payload: JSON.stringify(job.payload),
  };
}

/** Throws if the hash is corrupt: invalid JSON, an unknown status or kind. */
export function jobFromHash(id: string, hash: JobHash): ScheduledJob {
  return new ScheduledJob({
    id,
    ...definitionFromJson(hash.d),
    payload: parseJson(hash.payload),
    name: hash.name,
    tenant: toTextOrNull(hash.tenant),
    createdAt: toDate(hash.created),
    status: statusOf(hash.status),
    statusReason: toTextOrNull(hash.status_reason),
    revision: Number(hash.revision),
    nextRunAt: toDateOrNull(hash.next),
    lastRunAt: toDateOrNull(hash.last),
    counters: {
      fired: Number(hash.fired),
      executions: Number(hash.executions),
      succeeded: Number(hash.succeeded),
      failed: Number(hash.failed),
      totalDurationMs: Number(hash.duration),
    },
    maxExecutions: toNumberOrNull(hash.max),
    updatedAt: toDate(hash.updated),
    pausedAt: toDateOrNull(hash.paused),
    completedAt: toDateOrNull(hash.completed),
    cancelledAt: toDateOrNull(hash.cancelled),
  });
}

/** The hash from the reply of HMGET for all fields. Null: the job does not exist. */
export function hashFromValues(values: readonly (string | null)[]): JobHash | null {
  if (values.every((value) => value === null)) return null;
  return Object.fromEntries(JOB_FIELDS.map((field, index) => [field, values[index] ?? ''])) as JobHash;
}

/** A whole job as arguments of a script, which reads it with `next_job`. */
export function jobArgs(job: ScheduledJob): string[] {
  const hash = jobToHash(job);
  return JOB_FIELDS.map((field) => hash[field]);
}

function statusOf(status: string): JobStatus {
  if (!jobStatuses.has(status as JobStatus)) throw new SyntaxError(`unknown status of a job: ${status}`);
  return status as JobStatus;
}
