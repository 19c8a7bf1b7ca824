import type { Execution, IdGenerator, ScheduledJob, SkippedRange } from '@scheduler/contracts';
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

/** What a tick does with one due job: it runs the occurrence, or applies the missed-run policy to all instants that passed. */
export function planFiring(facts: FiringFacts): Firing {
  const { job, cursor, now } = facts;
  const isMissed = now.getTime() - cursor.getTime() > job.policies.missedRuns.graceMs;
  return isMissed ? fireMissed(facts) : fireOnTime(facts);
}

function fireOnTime({ job, cursor, now, recurrence, ids }: FiringFacts): Firing {
  const execution = executionOfOccurrence({ job, id: ids.next(), now, at: cursor, lateness: 'on_time' });
  return { job, nextRunAt: recurrence.next(cursor), lastRunAt: cursor, executions: [execution] };
}

function fireMissed(facts: FiringFacts): Firing {
  const { job, cursor, now, recurrence } = facts;
  const keep = runsToCatchUp(job);
  // One more than is run, since it is the last instant that is skipped.
  const missed = missedInstants({ recurrence, cursor, now, keep: keep + 1 });
  const run = keep === 0 ? [] : missed.latest.slice(-keep);
  const skipped = missed.total - run.length;
  const runs = run.map((at) => lateOccurrence(facts, at, missed.total > 1));
  const lastSkipped = missed.latest[missed.latest.length - run.length - 1] ?? missed.last;
  const traces = skipped > 0 ? [trace(facts, { count: skipped, from: missed.first, to: lastSkipped })] : [];
  return { job, nextRunAt: missed.next, lastRunAt: missed.last, executions: [...traces, ...runs] };
}

/** How many of the missed instants are run: never more than the executions that the job has left. */
function runsToCatchUp({ policies: { missedRuns }, maxExecutions, counters }: ScheduledJob): number {
  const wanted = { skip: 0, latest: 1, all: missedRuns.cap }[missedRuns.policy];
  return maxExecutions === null ? wanted : Math.min(wanted, maxExecutions - counters.fired);
}

function lateOccurrence({ job, now, ids }: FiringFacts, at: Date, caughtUp: boolean): Execution {
  return executionOfOccurrence({ job, id: ids.next(), now, at, lateness: caughtUp ? 'caught_up' : 'late' });
}

function trace({ job, now, ids }: FiringFacts, range: SkippedRange): Execution {
  return skippedExecution({ job, id: ids.next(), now, range, code: 'missed' });
}
