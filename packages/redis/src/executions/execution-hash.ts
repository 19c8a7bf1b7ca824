import {
  type Attempt,
  type Execution,
  type ExecutionError,
  type ExecutionProgress,
  type ExecutionStatus,
  executionStatuses,
  type Priority,
  type ReasonCode,
  type WorkflowPlace,
} from '@scheduler/contracts';
import { jobConcurrencyLimit, parseJson, traceFromText, traceToText } from '@scheduler/contracts/adapter';
import { constantsFromJson, constantsToJson } from './execution-json.js';

/**
 * The fields of an execution in its hash `x:<id>`. A missing field is null; instants are milliseconds. `d` holds the values that never
 * change and that no script reads. `place` is apart from it, so that a run learns of the end of an execution whose `d` is corrupt.
 */
export type Fields = Readonly<Record<string, string>>;
/** Changes of fields. Null removes the field. */
export type Changes = Readonly<Record<string, string | number | null>>;

/** The fields that never change after the execution was created. */
export function constantFields(execution: Execution): Changes {
  const { unique, concurrencyKey, tenant, createdAt, workflow } = execution;
  const most = jobConcurrencyLimit(execution);
  return {
    id: execution.id,
    d: constantsToJson(execution),
    payload: JSON.stringify(execution.payload),
    type: execution.type,
    job: execution.jobId,
    tenant,
    queue: execution.queue,
    prio: execution.priority,
    most: execution.jobId === null || most === Infinity ? null : most,
    ckey: concurrencyKey === null ? null : JSON.stringify([tenant, concurrencyKey]),
    climit: concurrencyKey === null ? null : execution.concurrencyLimit,
    ukey: unique?.key ?? null,
    uends: unique === null ? null : `,${unique.endStates.join(',')},`,
    uuntil: unique === null || unique.periodMs === null ? null : createdAt.getTime() + unique.periodMs,
    urefuse: unique === null || unique.onConflict === 'skip' ? null : 1,
    orig: execution.originalExecutionId,
    occ_at: fromDate(execution.occurrenceAt),
    sched: execution.scheduledAt.getTime(),
    created: createdAt.getTime(),
    run: workflow?.run ?? null,
    place: workflow === null ? null : JSON.stringify(workflow),
    trace: traceToText(execution.trace),
  };
}

export function changingFields(execution: Execution): Changes {
  const { reason, deadLetter, error, attempts, output, progress } = execution;
  return {
    avail: execution.availableAt.getTime(),
    occ: execution.occurrence,
    status: execution.status,
    rcode: reason?.code ?? null,
    rmsg: reason?.message ?? null,
    tries: execution.attemptsUsed,
    fence: execution.fence,
    owner: execution.owner,
    lease: fromDate(execution.leaseUntil),
    cancel: execution.cancelRequest,
    started: fromDate(execution.startedAt),
    unstarted: execution.startConfirmed ? null : 1,
    unstarted_rescues: execution.unstartedRescues === 0 ? null : execution.unstartedRescues,
    finished: fromDate(execution.finishedAt),
    dur: execution.durationMs,
    out: output === null ? null : JSON.stringify(output),
    err: error === null ? null : JSON.stringify(error),
    eclass: error?.errorClass ?? null,
    atts: attempts.length === 0 ? null : JSON.stringify(attempts.map(attemptToJson)),
    dead: deadLetter?.queue ?? null,
    dead_at: fromDate(deadLetter?.at ?? null),
    prog: progress === null ? null : JSON.stringify(progress),
  };
}

/** Throws if the hash is corrupt. */
export function executionFromFields(fields: Fields): Execution {
  const text = (field: string) => fields[field] ?? null;
  const number = (field: string) => (fields[field] === undefined ? null : Number(fields[field]));
  const date = (field: string) => (fields[field] === undefined ? null : new Date(Number(fields[field])));
  const json = (field: string) => (fields[field] === undefined ? null : parseJson(fields[field]));
  const code = text('rcode') as ReasonCode | null;
  const [dead, deadAt] = [text('dead'), date('dead_at')];
  return {
    id: fields['id'] ?? '',
    ...constantsFromJson(fields['d'] ?? ''),
    payload: parseJson(fields['payload'] ?? ''),
    type: (fields['type'] ?? '') as Execution['type'],
    jobId: text('job'),
    tenant: text('tenant'),
    queue: fields['queue'] ?? '',
    priority: number('prio') as Priority,
    originalExecutionId: text('orig'),
    occurrenceAt: date('occ_at'),
    scheduledAt: instant(date('sched')),
    createdAt: instant(date('created')),
    workflow: json('place') as WorkflowPlace | null,
    trace: traceFromText(fields['trace']),
    availableAt: instant(date('avail')),
    occurrence: number('occ'),
    status: statusOf(fields['status'] ?? ''),
    reason: code === null ? null : { code, message: text('rmsg') },
    attemptsUsed: number('tries') ?? 0,
    fence: number('fence') ?? 0,
    owner: text('owner'),
    leaseUntil: date('lease'),
    cancelRequest: text('cancel'),
    startedAt: date('started'),
    startConfirmed: fields['unstarted'] === undefined,
    unstartedRescues: number('unstarted_rescues') ?? 0,
    finishedAt: date('finished'),
    durationMs: number('dur'),
    output: json('out'),
    error: json('err') as ExecutionError | null,
    attempts: attemptsFromJson(json('atts')),
    deadLetter: dead === null || deadAt === null ? null : { queue: dead, at: deadAt },
    progress: json('prog') as ExecutionProgress | null,
  };
}

export function statusOf(status: string): ExecutionStatus {
  if (executionStatuses.has(status as ExecutionStatus)) return status as ExecutionStatus;
  throw new SyntaxError(`unknown status of an execution: ${status}`);
}

type StoredAttempt = Omit<Attempt, 'startedAt' | 'finishedAt'> & Record<'startedAt' | 'finishedAt', number>;

function attemptToJson({ startedAt, finishedAt, ...attempt }: Attempt): StoredAttempt {
  return { ...attempt, startedAt: startedAt.getTime(), finishedAt: finishedAt.getTime() };
}

export function attemptsFromJson(stored: unknown): readonly Attempt[] {
  if (stored === null) return [];
  if (!Array.isArray(stored)) throw new SyntaxError('attempts are not a list');
  return (stored as readonly StoredAttempt[]).map(({ startedAt, finishedAt, ...attempt }) => ({
    ...attempt,
    startedAt: new Date(startedAt),
    finishedAt: new Date(finishedAt),
  }));
}

function fromDate(date: Date | null): number | null {
  return date === null ? null : date.getTime();
}

function instant(date: Date | null): Date {
  if (date === null || Number.isNaN(date.getTime())) throw new SyntaxError('an instant is missing');
  return date;
}

/** The fields from the reply of HGETALL in a script: a list of names and values. */
export function fieldsFromList(list: readonly string[]): Fields {
  const fields: Record<string, string> = {};
  for (let index = 0; index + 1 < list.length; index += 2) fields[list[index] ?? ''] = list[index + 1] ?? '';
  return fields;
}

export interface ClaimedBy {
  readonly owner: string;
  readonly leaseMs: number;
  /** When it was claimed. */
  readonly now: number;
}

/** The hash of a claimed execution out of the one before: what the script `start` has changed. */
export function claimedFields(before: Fields, { owner, leaseMs, now }: ClaimedBy): Fields {
  const fields: Record<string, string> = {
    ...before,
    status: 'running',
    fence: String(Number(before['fence'] ?? 0) + 1),
    tries: String(Number(before['tries'] ?? 0) + 1),
    owner,
    lease: String(now + leaseMs),
    started: String(now),
    unstarted: '1',
  };
  if (before['rcode'] === undefined) return fields;
  delete fields['rcode'];
  delete fields['rmsg'];
  return fields;
}
