import { type Execution, executionStatuses, type ScheduledJob } from '@scheduler/contracts';
import { byKey } from './by-key.js';
import type { Evidence } from './evidence.js';

/** A: every instant has an execution or a skip with a valid reason, and executions that were not skipped have run. */
export function* occurrencesRun(evidence: Evidence): Iterable<string> {
  const rows = byKey(evidence.executions, ({ jobId }) => jobId);
  const jobs = new Map(evidence.jobs.map((job) => [job.id, job]));
  for (const { jobId, instants } of evidence.expected) {
    const job = jobs.get(jobId);
    if (job === undefined) yield `job ${jobId} is gone`;
    else yield* unaccounted(job, instants, rows.get(jobId) ?? []);
  }
  const stored = new Set(evidence.executions.map(({ id }) => id));
  for (const id of evidence.enqueued) if (!stored.has(id)) yield `enqueued execution ${id} is gone`;
  yield* neverRun(evidence);
}

function* unaccounted(
  job: ScheduledJob,
  instants: readonly Date[],
  rows: readonly Execution[],
): Iterable<string> {
  const ownInstants = new Set(rows.map(({ occurrenceAt }) => occurrenceAt?.getTime()));
  const ranges = rows.flatMap(({ skipped }) => skipped ?? []);
  for (const at of instants) {
    const accounted = ownInstants.has(at.getTime()) || ranges.some(({ from, to }) => from <= at && at <= to);
    if (!accounted) yield `${job.name} has no row for ${at.toISOString()}`;
  }
  for (const row of rows)
    if (isWronglySkipped(row, job, rows)) yield `${described(row)} although it must not be`;
}

function isWronglySkipped(row: Execution, job: ScheduledJob, rows: readonly Execution[]): boolean {
  if (row.reason?.code === 'missed') return isWronglyMissed(row, job, rows);
  if (row.reason?.code === 'unique_conflict') return job.policies.unique === null;
  return row.reason?.code === 'overlap' && !maySkipForOverlap(row, job);
}

/** Nothing is skipped where overlap is allowed, where occurrences wait, and where all that were missed are to be caught up. */
function maySkipForOverlap({ lateness }: Execution, job: ScheduledJob): boolean {
  const { allowOverlap, concurrency, missedRuns } = job.policies;
  const isLimited = !allowOverlap || concurrency !== null;
  const isCaughtUp = missedRuns.policy === 'all' && lateness !== 'on_time';
  return isLimited && job.overlapPolicy() === 'skip' && !isCaughtUp;
}

/** With the policy `all`, missed runs may be left out only if as many as the cap, or as the job may still run, were caught up. */
function isWronglyMissed(
  { createdAt }: Execution,
  { policies, maxExecutions }: ScheduledJob,
  rows: readonly Execution[],
): boolean {
  const { policy, cap } = policies.missedRuns;
  if (policy !== 'all' || maxExecutions !== null) return false;
  const caughtUp = rows.filter(
    (row) => row.lateness === 'caught_up' && row.createdAt.getTime() === createdAt.getTime(),
  );
  return caughtUp.length < cap;
}

/** The attempts may have been used up by workers that died before they called the handler; the reason is `lease_expired` then. */
function* neverRun({ executions, starts }: Evidence): Iterable<string> {
  const started = new Set(starts.map(({ executionId }) => executionId));
  for (const execution of executions) {
    const { id, status, reason } = execution;
    if (!executionStatuses.isFinal(status) || status === 'skipped' || status === 'cancelled') continue;
    if (!started.has(id) && reason?.code !== 'lease_expired')
      yield `${described(execution)} but no handler was called`;
  }
}

function described({ id, jobName, status, reason }: Execution): string {
  return `execution ${id} of ${jobName ?? 'no job'} is ${status}${reason === null ? '' : `: ${reason.code}`}`;
}
