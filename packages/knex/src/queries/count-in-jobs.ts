import { type Execution, executionStatuses, type ScheduledJob } from '@scheduler/contracts';
import { endedUnstarted, jobChanged, type JobFacts } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import { appendEvents } from '../event-log/append.js';
import { dueAt } from '../rows/job-row.js';
import { readableJob } from '../rows/corrupt-job.js';
import { fromDate } from '../rows/values.js';
import { Batch } from '../dialects/batch.js';
import { raw, sql } from '../sql/sql.js';
import { type Added, addToCounters } from './add-to-counters.js';
import { unfinishedOf } from './unfinished.js';
import { updateFrom } from './shared/update-from.js';

interface Terms {
  readonly at: Date;
  readonly on: Executor | undefined;
  /** Who caused it, for the event log. */
  readonly cause: string | null;
}

/** The part of an ended execution that is counted in its job. */
export type Ended = Pick<Execution, 'jobId' | 'status' | 'durationMs' | 'attempts' | 'fence'>;

/**
 * Updates counters and status of the jobs whose executions have ended, in the same step. Each job is written once, however many of its
 * executions there are. A job with a further run that nothing can end or pause is not read: the statement adds to its counters.
 */
export async function countInJobs(
  database: Database,
  settled: readonly Ended[],
  terms: Terms,
): Promise<void> {
  const ended = byJob(settled.filter(({ status }) => executionStatuses.isFinal(status)));
  if (ended.size === 0) return;
  const locked = await lockJobs(database, [...ended.keys()].sort(), terms);
  const goesOn = (jobId: string, executions: readonly Ended[]) =>
    // The event of a job has what its counters become, for which it has to be read.
    !database.logsEvents && locked.get(jobId) === true && executions.every(onlyCounts);
  const added = [...ended].filter(([jobId, executions]) => goesOn(jobId, executions));
  await addToCounters(database, added.map(sumOf), terms);
  const others = [...ended].filter(([jobId, executions]) => locked.has(jobId) && !goesOn(jobId, executions));
  await changeJobs(
    database,
    others.map(([jobId]) => jobId),
    terms,
    (job, hasUnfinished) =>
      (ended.get(job.id) ?? []).reduce(
        (counted, execution) => countOne(counted, execution, { hasUnfinished, at: terms.at }),
        job,
      ),
  );
}

function byJob(executions: readonly Ended[]): ReadonlyMap<string, readonly Ended[]> {
  const found = new Map<string, Ended[]>();
  for (const execution of executions) {
    if (execution.jobId === null) continue;
    const known = found.get(execution.jobId);
    if (known === undefined) found.set(execution.jobId, [execution]);
    else known.push(execution);
  }
  return found;
}

/** A failure may pause the job, and what never started is not counted. */
function onlyCounts(execution: Ended): boolean {
  const { status } = execution;
  return status !== 'failed' && status !== 'timeout' && !endedUnstarted(execution);
}

function sumOf([jobId, executions]: readonly [string, readonly Ended[]]): Added {
  return {
    jobId,
    executions: executions.length,
    succeeded: executions.filter(({ status }) => status === 'success').length,
    durationMs: executions.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0),
  };
}

/** Locks the jobs in the order of their ids, so that two nodes cannot block each other. Returns whether each has a further run. */
async function lockJobs(
  database: Database,
  ids: readonly string[],
  { on }: Terms,
): Promise<ReadonlyMap<string, boolean>> {
  const { dialect, tables } = database;
  const rows = await database.rows(
    sql`SELECT id, next_run_at FROM ${tables.jobs} ${raw(dialect.byPrimaryKey)} WHERE ${dialect.isAnyOf(raw('id'), ids)} ORDER BY id ${raw(dialect.lock)}`.recurring(),
    on,
  );
  return new Map(rows.map((row) => [String(row['id']), row['next_run_at'] !== null]));
}

function countOne(job: ScheduledJob, execution: Ended, facts: JobFacts): ScheduledJob {
  if (endedUnstarted(execution)) return job.executionCancelled(facts);
  return job.settled({ status: execution.status, durationMs: execution.durationMs ?? 0, ...facts });
}

/** Updates the jobs of cancelled executions. These are not counted, but a job that has no further run ends with the last of them. */
export async function endFinishedJobs(
  database: Database,
  cancelled: readonly Execution[],
  terms: Terms,
): Promise<void> {
  await changeJobs(database, idsOf(cancelled), terms, (job, hasUnfinished) =>
    job.executionCancelled({ hasUnfinished, at: terms.at }),
  );
}

function idsOf(executions: readonly Pick<Execution, 'jobId'>[]): readonly string[] {
  return [...new Set(executions.flatMap(({ jobId }) => (jobId === null ? [] : [jobId])))].sort();
}

type Change = (job: ScheduledJob, hasUnfinished: boolean) => ScheduledJob;

/** Locks and reads the jobs, in the order of their ids, and writes what has become of them. */
async function changeJobs(
  database: Database,
  ids: readonly string[],
  { at, on, cause }: Terms,
  change: Change,
): Promise<void> {
  if (ids.length === 0) return;
  const lock = raw(database.dialect.lock);
  const rows = await database.rows(
    sql`SELECT * FROM ${database.tables.jobs} ${raw(database.dialect.byPrimaryKey)} WHERE ${database.dialect.isAnyOf(raw('id'), ids)} ORDER BY id ${lock}`.recurring(),
    on,
  );
  if (rows.length === 0) return;
  const unfinished = await unfinishedOf(database, ids, on);
  const before = rows.map(readableJob);
  const jobs = before.map((job) => {
    const { isWaiting, isRunning } = unfinished(job.id);
    return change(job, isWaiting || isRunning).with({ revision: job.revision + 1 });
  });
  await database.write(
    updateFrom(database, {
      table: database.tables.jobs,
      batch: settledBatch(jobs),
      where: raw('1 = 1'),
    }),
    on,
  );
  await appendEvents(database, on, () =>
    jobs.flatMap((job, index) => jobChanged(before[index] ?? job, job, { at, cause })),
  );
}

const SETTLED_COLUMNS = {
  id: 'text',
  revision: 'int',
  status: 'text',
  status_reason: 'text',
  live_name: 'text',
  next_run_at: 'int',
  due_at: 'int',
  executions_count: 'int',
  success_count: 'int',
  failure_count: 'int',
  total_duration_ms: 'int',
  paused_at: 'int',
  completed_at: 'int',
  cancelled_at: 'int',
  updated_at: 'int',
} as const;

function settledBatch(jobs: readonly ScheduledJob[]) {
  const rows = jobs.map((job) => ({
    id: job.id,
    revision: job.revision,
    status: job.status,
    status_reason: job.statusReason,
    live_name: job.isFinal() ? null : job.name,
    next_run_at: fromDate(job.nextRunAt),
    due_at: dueAt(job),
    executions_count: job.counters.executions,
    success_count: job.counters.succeeded,
    failure_count: job.counters.failed,
    total_duration_ms: job.counters.totalDurationMs,
    paused_at: fromDate(job.pausedAt),
    completed_at: fromDate(job.completedAt),
    cancelled_at: fromDate(job.cancelledAt),
    updated_at: job.updatedAt.getTime(),
  }));
  return new Batch(SETTLED_COLUMNS, rows, ['id']);
}
