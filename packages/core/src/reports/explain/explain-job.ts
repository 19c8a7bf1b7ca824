import { type Execution, hasInstants, isOneOff, type ScheduledJob } from '@scheduler/contracts';
import type { RecurrenceEngine } from '@scheduler/recurrence';
import type { Expectation } from '../../alerts/evaluate/expectations.js';
import { type ObstacleFacts, obstaclesOf } from './obstacles.js';
import { type OccurrenceVerdict, verdictOf } from './verdict.js';

/** Why a job did or did not run: what it is doing now, and what became of each of its latest occurrences. */
export interface Explanation {
  readonly job: ScheduledJob;
  /** The state of the job in words, the most important first. */
  readonly now: readonly string[];
  /** Latest first. */
  readonly occurrences: readonly OccurrenceVerdict[];
}

export interface ExplainFacts {
  readonly job: ScheduledJob;
  /** The executions of the job, latest first. */
  readonly executions: readonly Execution[];
  /** What may keep it from starting now. */
  readonly obstacles: Omit<ObstacleFacts, 'job'>;
  /** Whether a success that is expected came in time. Null: none is expected, or the job may not run now. */
  readonly expectation: Pick<Expectation, 'words'> | null;
  /** The store's time. */
  readonly now: Date;
  readonly recurrence: RecurrenceEngine;
}

/** Explains a job by the facts alone. Pure. */
export function explainJob(facts: ExplainFacts): Explanation {
  const obstacles = obstaclesOf({ ...facts.obstacles, job: facts.job });
  const rows = facts.executions.map((execution) => verdictOf(execution, { now: facts.now, obstacles }));
  const occurrences = [...rows, ...leftOut(facts, rows)].sort((a, b) => b.at.getTime() - a.at.getTime());
  return { job: facts.job, now: [...currentState(facts, obstacles)], occurrences };
}

function* currentState(
  { job, now, executions, expectation }: ExplainFacts,
  obstacles: readonly string[],
): Iterable<string> {
  yield stateOf(job, now);
  yield* obstacles;
  const unfinished = executions.filter(({ status }) => status === 'pending' || status === 'running');
  if (unfinished.length > 0)
    yield `${unfinished.length} ${unfinished.length === 1 ? 'execution is' : 'executions are'} waiting or running`;
  if (expectation !== null) yield `it ${expectation.words}`;
}

function stateOf(job: ScheduledJob, now: Date): string {
  const why = job.statusReason === null ? '' : `: ${job.statusReason}`;
  switch (job.status) {
    case 'paused':
      return `it is paused since ${job.pausedAt?.toISOString() ?? 'its creation'}${why}; resume it to let it run`;
    case 'completed':
      return `it is completed since ${job.completedAt?.toISOString()}: ${endOf(job)}`;
    case 'failed':
    case 'cancelled':
      return `it is ${job.status} since ${(job.cancelledAt ?? job.completedAt)?.toISOString()}${why}`;
    case 'pending':
    case 'active':
      return nextOf(job, now);
  }
}

function endOf({ trigger, maxExecutions, counters }: ScheduledJob): string {
  if (isOneOff(trigger)) return 'it runs once';
  if (maxExecutions !== null && counters.fired >= maxExecutions)
    return `it has had its ${maxExecutions} runs`;
  return 'its trigger has no further instant';
}

function nextOf({ nextRunAt, trigger }: ScheduledJob, now: Date): string {
  if (nextRunAt !== null && nextRunAt <= now)
    return `it is due since ${nextRunAt.toISOString()}, and no node has ticked since`;
  if (nextRunAt !== null) return `it runs next at ${nextRunAt.toISOString()}`;
  if (trigger.kind === 'reboot')
    return trigger.scope === 'cluster' ? 'it runs when the cluster starts' : 'it runs when a node starts';
  if (trigger.kind === 'event') return `it runs when the event ${trigger.name} is triggered`;
  return 'it has no further run, and waits for its last execution to end';
}

const MOST_LEFT_OUT = 500;

/** The occurrences that daylight saving and exclusions removed since the oldest execution that is shown. */
function leftOut(
  { job, recurrence, now }: ExplainFacts,
  rows: readonly OccurrenceVerdict[],
): readonly OccurrenceVerdict[] {
  const oldest = rows.at(-1);
  if (oldest === undefined || isOneOff(job.trigger) || !hasInstants(job.trigger)) return [];
  try {
    const { trigger, startAt, endAt, createdAt, exclusions } = job;
    return recurrence
      .preview({
        trigger,
        startAt,
        endAt,
        exclusions,
        anchor: startAt ?? createdAt,
        from: oldest.at,
        count: MOST_LEFT_OUT,
      })
      .filter(({ kind, at }) => kind === 'skipped' && at <= now)
      .map(({ at, note }) => ({
        at,
        kind: 'left_out',
        why: note ?? 'left out',
        executionId: null,
        count: 1,
      }));
  } catch {
    // An invalid trigger has no instants.
    return [];
  }
}
