import { type Execution, formatDuration } from '@scheduler/contracts';

/** What became of an occurrence. */
export type VerdictKind =
  | 'ran'
  | 'ran_late'
  | 'caught_up'
  | 'failed'
  | 'cancelled'
  | 'running'
  | 'waiting'
  | 'skipped'
  /** It does not exist: daylight saving or exclusions took it away. */
  | 'left_out';

export interface OccurrenceVerdict {
  /** The nominal instant; for what was run by hand the instant at which it was asked for. */
  readonly at: Date;
  readonly kind: VerdictKind;
  /** The reason in words. */
  readonly why: string;
  /** Null: there is no execution. */
  readonly executionId: string | null;
  /** How many instants it stands for. */
  readonly count: number;
}

/** What keeps available work from starting now. */
export interface CurrentObstacles {
  readonly now: Date;
  /** The obstacles in words, the most important first. */
  readonly obstacles: readonly string[];
}

/** What became of an occurrence, by its execution; for one that waits also what it waits for now. */
export function verdictOf(execution: Execution, present: CurrentObstacles | null = null): OccurrenceVerdict {
  const { occurrenceAt, scheduledAt, id, skipped } = execution;
  const { kind, why } = read(execution, present);
  return { at: occurrenceAt ?? scheduledAt, kind, why, executionId: id, count: skipped?.count ?? 1 };
}

type Verdict = Pick<OccurrenceVerdict, 'kind' | 'why'>;

function read(execution: Execution, present: CurrentObstacles | null): Verdict {
  switch (execution.status) {
    case 'success':
      return { kind: RAN[execution.lateness], why: withOrigin(execution, success(execution)) };
    case 'failed':
    case 'timeout':
      return { kind: 'failed', why: withOrigin(execution, failure(execution)) };
    case 'cancelled':
      return { kind: 'cancelled', why: withOrigin(execution, cancelled(execution)) };
    case 'running':
      return { kind: 'running', why: withOrigin(execution, running(execution)) };
    case 'pending':
      return { kind: 'waiting', why: withOrigin(execution, waiting(execution, present)) };
    case 'skipped':
      return { kind: 'skipped', why: skippedWhy(execution) };
  }
}

const RAN = { on_time: 'ran', late: 'ran_late', caught_up: 'caught_up' } as const;

function withOrigin({ origin }: Execution, why: string): string {
  return origin === 'scheduled' ? why : `${ORIGINS[origin]}; ${why}`;
}

const ORIGINS = { manual: 'run by hand', enqueued: 'enqueued', retried: 'retried by hand' } as const;

const SECOND_MS = 1_000;
const TENTH_MS = 100;

/** A duration as one would say it: nobody asks for the milliseconds of minutes. */
function spokenDuration(milliseconds: number): string {
  if (milliseconds < SECOND_MS) return formatDuration(milliseconds);
  const unit = milliseconds < 10 * SECOND_MS ? TENTH_MS : SECOND_MS;
  return formatDuration(Math.round(milliseconds / unit) * unit);
}

function success(execution: Execution): string {
  const { durationMs, attemptsUsed, lateness, startedAt, occurrenceAt } = execution;
  const parts = [`success in ${spokenDuration(durationMs ?? 0)}`];
  const run = startedRun(execution);
  if (run !== null) parts.push(`which started the run ${run} of a workflow`);
  if (attemptsUsed > 1) parts.push(`at the ${ordinal(attemptsUsed)} attempt`);
  if (lateness !== 'on_time' && startedAt !== null && occurrenceAt !== null)
    parts.push(
      `${spokenDuration(startedAt.getTime() - occurrenceAt.getTime())} late, because no node ticked at its time`,
    );
  return parts.join(', ');
}

/** The run of a workflow that an execution has started, as the handlers that start workflows return it. Null: none. */
function startedRun({ output }: Execution): string | null {
  if (typeof output !== 'object' || output === null || !('workflowId' in output)) return null;
  return typeof output.workflowId === 'string' ? output.workflowId : null;
}

function failure({ status, error, attemptsUsed, reason, deadLetter }: Execution): string {
  const how = status === 'timeout' ? 'timed out' : 'failed';
  const often = attemptsUsed > 1 ? ` ${attemptsUsed} times` : '';
  const what = error === null ? '' : `: ${error.message}`;
  const because = reason === null ? '' : ` (${REASONS[reason.code] ?? reason.code})`;
  return `${how}${often}${what}${because}${deadLetter === null ? '' : '; it waits among the dead letters'}`;
}

function cancelled({ reason, attempts }: Execution): string {
  const when = attempts.length === 0 ? 'before it ran' : 'after an attempt';
  const message = reason?.message ?? null;
  const how = reason?.code === 'discarded' ? 'discarded by its handler' : `cancelled ${when}`;
  return message === null ? how : `${how}: ${message}`;
}

function running({ owner, startedAt, attemptsUsed, cancelRequest }: Execution): string {
  const since = startedAt === null ? '' : ` since ${startedAt.toISOString()}`;
  const stop = cancelRequest === null ? '' : `; it is asked to stop: ${cancelRequest}`;
  return `runs on ${owner ?? 'some node'}${since}, ${ordinal(attemptsUsed)} attempt${stop}`;
}

function waiting({ reason, availableAt, queue, error }: Execution, present: CurrentObstacles | null): string {
  const obstacle = present !== null && availableAt <= present.now ? present.obstacles[0] : undefined;
  if (obstacle !== undefined) return `waits: ${obstacle}`;
  const until = `not before ${availableAt.toISOString()}`;
  if (reason === null) return `waits for a worker in the queue ${queue}, ${until}`;
  const because = REASONS[reason.code] ?? reason.code;
  const detail = reason.message ?? (reason.code === 'retry' ? (error?.message ?? null) : null);
  return `waits, ${until}: ${because}${detail === null ? '' : ` (${detail})`}`;
}

function skippedWhy({ reason, skipped }: Execution): string {
  const because = reason === null ? 'no reason was recorded' : (REASONS[reason.code] ?? reason.code);
  const detail = reason?.message ?? null;
  const range =
    skipped !== null && skipped.count > 1
      ? `; ${skipped.count} instants from ${skipped.from.toISOString()} to ${skipped.to.toISOString()}`
      : '';
  return `${because}${detail === null ? '' : ` (${detail})`}${range}`;
}

/** Reasons in words; a code that is not listed is shown as it is. */
const REASONS: Readonly<Record<string, string>> = {
  circuit_open: 'its circuit is open',
  corrupt: 'what is stored of it cannot be read',
  handler_not_found: 'no handler supports its type',
  interrupted: 'its node stopped, which uses up no attempt',
  lease_expired: 'the node that ran it died or lost its connection',
  missed: 'no node ticked at its time, and the policy for missed runs leaves it out',
  no_retry: 'no retry would help',
  overlap: 'another execution of the job was running, and overlap is not allowed',
  paused: 'the job was paused',
  cancelled: 'the job was cancelled',
  payload_invalid: 'its handler refuses the payload',
  preempted: 'a more urgent execution took its slot',
  rate_limited: 'a rate limit deferred it',
  retries_exhausted: 'its retries are used up',
  retry: 'its last attempt failed',
  snoozed: 'its handler snoozed it',
  unique_conflict: 'an equal execution exists, and it has to be unique',
};

function ordinal(number: number): string {
  const [tens, ones] = [number % 100, number % 10];
  const ending = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][ones] ?? 'th');
  return `${number}${ending}`;
}
