import type {
  Execution,
  IdGenerator,
  Lateness,
  OverlapPolicy,
  ScheduledJob,
  SkippedRange,
} from '@scheduler/contracts';
import type { Firing } from '@scheduler/contracts/adapter';
import { missedInstants, type Recurrence } from '@scheduler/recurrence';
import { executionOfOccurrence, skippedExecution } from './build-executions.js';

export interface FiringFacts {
  readonly job: ScheduledJob;
  /** The instant at which the job is due. */
  readonly cursor: Date;
  readonly now: Date;
  readonly recurrence: Recurrence;
  readonly ids: IdGenerator;
}

/** What a tick does with one due job: it runs what fell due within the grace period, or applies the missed-run policy to all instants that passed. */
export function planFiring(facts: FiringFacts): Firing {
  const { job, cursor, now } = facts;
  const isMissed = now.getTime() - cursor.getTime() > job.policies.missedRuns.graceMs;
  return isMissed ? fireMissed(facts) : fireDue(facts);
}

/** The most occurrences of one firing; a longer backlog is fired in several steps. */
const MOST_AT_ONCE = 100;

/** The usual case is one instant, which is on time. Where several have passed, nobody was there to fire the first of them in time. */
function fireDue(facts: FiringFacts): Firing {
  const { job } = facts;
  const { instants, next } = dueInstants(facts);
  const isBehind = instants.length > 1 || isDue(next, facts.now);
  const executions = instants.map((at) => occurrence(facts, at, isBehind ? 'caught_up' : 'on_time'));
  const lastRunAt = instants.at(-1) ?? facts.cursor;
  return { job, nextRunAt: next, lastRunAt, executions, overlap: overlapOf(job, isBehind) };
}

interface DueInstants {
  readonly instants: readonly Date[];
  /** The first instant that is not among them. */
  readonly next: Date | null;
}

/** The instants that have passed, oldest first. One alone is never left over, since it would look as if it were on time. */
function dueInstants({ job, cursor, now, recurrence }: FiringFacts): DueInstants {
  const most = Math.min(MOST_AT_ONCE, Math.max(1, executionsLeft(job)));
  const instants = [cursor];
  let next = recurrence.next(cursor);
  while (isDue(next, now) && instants.length < most) {
    instants.push(next);
    next = recurrence.next(next);
  }
  if (!isDue(next, now) || most < MOST_AT_ONCE) return { instants, next };
  const afterwards = recurrence.next(next);
  return isDue(afterwards, now) ? { instants, next } : { instants: [...instants, next], next: afterwards };
}

function isDue(instant: Date | null, now: Date): instant is Date {
  return instant !== null && instant <= now;
}

/**
 * Whoever wants every missed instant to run gets it: with the policy `all` those that are caught up wait, for each other and for what runs.
 * Otherwise the job decides.
 */
function overlapOf(job: ScheduledJob, isBehind: boolean): OverlapPolicy {
  return isBehind && job.policies.missedRuns.policy === 'all' ? 'queue' : job.overlapPolicy();
}

function fireMissed(facts: FiringFacts): Firing {
  const { job, cursor, now, recurrence } = facts;
  const keep = runsToCatchUp(job);
  // One more than is run, since it is the last instant that is skipped.
  const missed = missedInstants({ recurrence, cursor, now, keep: keep + 1 });
  const run = keep === 0 ? [] : missed.latest.slice(-keep);
  const skipped = missed.total - run.length;
  const runs = run.map((at) => occurrence(facts, at, missed.total > 1 ? 'caught_up' : 'late'));
  const lastSkipped = missed.latest[missed.latest.length - run.length - 1] ?? missed.last;
  const traces = skipped > 0 ? [trace(facts, { count: skipped, from: missed.first, to: lastSkipped })] : [];
  return {
    job,
    nextRunAt: missed.next,
    lastRunAt: missed.last,
    executions: [...traces, ...runs],
    overlap: overlapOf(job, true),
  };
}

/** How many of the missed instants are run: never more than the executions that the job has left. */
function runsToCatchUp(job: ScheduledJob): number {
  const { policy, cap } = job.policies.missedRuns;
  return Math.min({ skip: 0, latest: 1, all: cap }[policy], executionsLeft(job));
}

function executionsLeft({ maxExecutions, counters }: ScheduledJob): number {
  return maxExecutions === null ? Infinity : maxExecutions - counters.fired;
}

function occurrence({ job, now, ids }: FiringFacts, at: Date, lateness: Lateness): Execution {
  return executionOfOccurrence({ job, id: ids.next(), now, at, lateness });
}

function trace({ job, now, ids }: FiringFacts, range: SkippedRange): Execution {
  return skippedExecution({ job, id: ids.next(), now, range, code: 'missed' });
}
