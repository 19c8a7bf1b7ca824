import { type AttemptStatus, type Execution, maxAttempts, type ScheduledJob } from '@scheduler/contracts';
import { mustConfirmStart } from '@scheduler/contracts/adapter';
import { byKey } from './by-key.js';
import type { Evidence } from './evidence.js';

/** G: the counters of jobs and executions are exact, and no execution used more attempts than it has. */
export function* exactCounters({ jobs, executions, starts }: Evidence): Iterable<string> {
  const rows = byKey(executions, ({ jobId }) => jobId);
  for (const job of jobs) yield* wrongCounters(job, rows.get(job.id) ?? []);
  const started = byKey(starts, ({ executionId }) => executionId);
  for (const execution of executions) {
    const own = started.get(execution.id) ?? [];
    yield* wrongAttemptCounts(execution, own.length);
    yield* unstartedAttempts(execution, new Set(own.map(({ fence }) => fence)));
  }
}

/** A node that is lost before it called the handler costs no attempt, unless the start had to be stored first. */
function* unstartedAttempts(execution: Execution, startedFences: ReadonlySet<number>): Iterable<string> {
  if (mustConfirmStart(execution)) return;
  for (const { fence, status } of execution.attempts)
    if (status === 'lost' && !startedFences.has(fence))
      yield `execution ${execution.id} lost an attempt under fence ${fence}, which never started`;
}

function* wrongCounters({ name, counters }: ScheduledJob, rows: readonly Execution[]): Iterable<string> {
  const having = (...statuses: readonly string[]) =>
    rows.filter(({ status }) => statuses.includes(status)).length;
  const numbers = rows.flatMap(({ occurrence }) => occurrence ?? []).sort((a, b) => a - b);
  const actual = { fired: numbers.length, succeeded: having('success'), failed: having('failed', 'timeout') };
  for (const key of Object.keys(actual) as (keyof typeof actual)[])
    if (counters[key] !== actual[key])
      yield `${name} counts ${counters[key]} ${key}, and there are ${actual[key]}`;
  const ended = rows.filter(wasEndedByAttempt);
  const unsure = rows.filter(wasLostWhenCancelled);
  yield* notBetween(`${name} counts ${counters.executions} executions`, counters.executions, [
    ended.length,
    unsure.length,
  ]);
  const [endedMs, unsureMs] = [sumOf(ended), sumOf(unsure)];
  yield* notBetween(`${name} counts ${counters.totalDurationMs} ms`, counters.totalDurationMs, [
    endedMs,
    unsureMs,
  ]);
  const isGapless = numbers.every((number, index) => number === index + 1);
  if (!isGapless) yield `the occurrences of ${name} are numbered ${numbers.join(', ')}`;
}

/** The value may be lower than the maximum by at most the uncertain part. */
function* notBetween(
  what: string,
  value: number,
  [most, unsure]: readonly [most: number, unsure: number],
): Iterable<string> {
  if (value > most || value < most - unsure) yield `${what}, and there are ${most}`;
}

function sumOf(rows: readonly Execution[]): number {
  return rows.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0);
}

/** Whether the last attempt ended the execution, which was not cancelled while it waited for an attempt. */
function wasEndedByAttempt({ status, attempts, finishedAt }: Execution): boolean {
  const last = attempts.at(-1);
  if (last === undefined || last.finishedAt.getTime() !== finishedAt?.getTime()) return false;
  return status !== 'cancelled' || ENDS_AS_CANCELLED.has(last.status);
}

const ENDS_AS_CANCELLED: ReadonlySet<AttemptStatus> = new Set<AttemptStatus>([
  'cancelled',
  'discarded',
  'lost',
]);

/** The rescue ended the execution, or it was cancelled while it waited right after: within one millisecond they look the same. */
function wasLostWhenCancelled(execution: Execution): boolean {
  const { status, attempts } = execution;
  return status === 'cancelled' && attempts.at(-1)?.status === 'lost' && wasEndedByAttempt(execution);
}

const MOST_KEPT_ATTEMPTS = 100;

/** A handler that ends its process before its start is known is called so many times more than it has attempts. */
const MOST_UNCONFIRMED_STARTS = 2;

/** Snoozed and interrupted attempts do not count towards the maximum. */
const FREE: ReadonlySet<AttemptStatus> = new Set<AttemptStatus>(['snoozed', 'interrupted']);

function* wrongAttemptCounts(execution: Execution, starts: number): Iterable<string> {
  const { id, jobName, attemptsUsed, fence, status, attempts, unstartedRescues } = execution;
  const free = attempts.filter((attempt) => FREE.has(attempt.status)).length;
  const counted = attempts.length - free + (status === 'running' ? 1 : 0);
  const subject = `execution ${id} of ${jobName ?? 'no job'}`;
  // The oldest attempts are not kept if there are very many.
  const isComplete = attempts.length < MOST_KEPT_ATTEMPTS;
  if (isComplete && attemptsUsed !== counted)
    yield `${subject} has used ${attemptsUsed} attempts, but ${counted} attempts count`;
  const budget = budgetOf(execution);
  if (attemptsUsed > budget) yield `${subject} has used ${attemptsUsed} of ${budget} attempts`;
  if (starts > fence) yield `${subject} was started ${starts} times under ${fence} fences`;
  const mostStarts = budget + Math.min(unstartedRescues, MOST_UNCONFIRMED_STARTS);
  if (isComplete && starts - free > mostStarts)
    yield `${subject} was started ${starts} times with a budget of ${mostStarts} attempts`;
}

/** The most retries that a class of errors grants where the job has named none. */
const MOST_RETRIES_OF_A_CLASS = 5;

function budgetOf(execution: Execution): number {
  const isNamed = execution.policy.named?.includes('maxRetries') ?? true;
  return isNamed ? maxAttempts(execution) : Math.max(maxAttempts(execution), 1 + MOST_RETRIES_OF_A_CLASS);
}
