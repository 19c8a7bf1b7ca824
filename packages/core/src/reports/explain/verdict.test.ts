import type { Execution } from '@scheduler/contracts';
import { claimExecution, type Outcome, settleExecution, skipForOverlap } from '@scheduler/contracts/adapter';
import { minute, sampleExecution } from '../../test-support/samples.js';
import { verdictOf } from './verdict.js';

const error = { name: 'Error', message: 'smtp is down', code: null, stack: null, errorClass: null };
const occurrence = (props: Partial<Execution> = {}) =>
  sampleExecution({
    id: 'e1',
    origin: 'scheduled',
    occurrenceAt: minute(0),
    scheduledAt: minute(0),
    ...props,
  });
const claimed = (execution: Execution, at = minute(0)) =>
  claimExecution(execution, { owner: 'n1', leaseUntil: minute(9), at });
const ended = (outcome: Outcome, execution = occurrence()) =>
  settleExecution(claimed(execution), outcome, new Date(minute(0).getTime() + 1_200));
const success: Outcome = { kind: 'succeeded', output: null };
const trace = (code: 'missed' | 'paused' | 'unique_conflict', count = 1) =>
  occurrence({
    status: 'skipped',
    reason: { code, message: null },
    skipped: { count, from: minute(-4), to: minute(0) },
  });

describe('verdictOf', () => {
  it.each<[string, Execution, string, string]>([
    ['a success', ended(success), 'ran', 'success in 1s200ms'],
    [
      'the start of a workflow',
      ended({ kind: 'succeeded', output: { workflowId: 'w1' } }),
      'ran',
      'success in 1s200ms, which started the run w1 of a workflow',
    ],
    [
      'a success at a later attempt',
      settleExecution(
        claimed(ended({ kind: 'retry', status: 'failed', error, delayMs: 0 })),
        success,
        minute(1),
      ),
      'ran',
      'success in 1m, at the 2nd attempt',
    ],
    [
      'a late one',
      settleExecution(claimed(occurrence({ lateness: 'late' }), minute(5)), success, minute(5)),
      'ran_late',
      'success in 0s, 5m late, because no node ticked at its time',
    ],
    [
      'a dead letter',
      ended({
        kind: 'failed',
        status: 'failed',
        error,
        reason: 'retries_exhausted',
        deadLetterQueue: 'dead',
      }),
      'failed',
      'failed: smtp is down (its retries are used up); it waits among the dead letters',
    ],
    [
      'a timeout',
      ended({ kind: 'failed', status: 'timeout', error, reason: 'no_retry', deadLetterQueue: null }),
      'failed',
      'timed out: smtp is down (no retry would help)',
    ],
    [
      'a cancelled one',
      ended({ kind: 'cancelled', reason: 'solved' }),
      'cancelled',
      'cancelled after an attempt: solved',
    ],
    [
      'a discarded one',
      ended({ kind: 'discarded', reason: 'stale' }),
      'cancelled',
      'discarded by its handler: stale',
    ],
    [
      'one that runs and is asked to stop',
      { ...claimed(occurrence()), cancelRequest: 'not wanted' },
      'running',
      'runs on n1 since 2030-01-01T00:00:00.000Z, 1st attempt; it is asked to stop: not wanted',
    ],
    [
      'one that waits',
      occurrence({ queue: 'mails', availableAt: minute(0) }),
      'waiting',
      'waits for a worker in the queue mails, not before 2030-01-01T00:00:00.000Z',
    ],
    [
      'one that waits for its retry',
      ended({ kind: 'retry', status: 'failed', error, delayMs: 60_000 }),
      'waiting',
      'waits, not before 2030-01-01T00:01:01.200Z: its last attempt failed (smtp is down)',
    ],
    [
      'one that a policy lets wait',
      ended({ kind: 'deferred', delayMs: 0, reason: 'rate_limited', message: 'mails, 100 a minute' }),
      'waiting',
      'waits, not before 2030-01-01T00:00:01.200Z: a rate limit deferred it (mails, 100 a minute)',
    ],
    [
      'one that overlapped',
      skipForOverlap(occurrence(), minute(0)),
      'skipped',
      'another execution of the job was running, and overlap is not allowed',
    ],
    [
      'missed ones',
      trace('missed', 5),
      'skipped',
      'no node ticked at its time, and the policy for missed runs leaves it out; 5 instants from 2029-12-31T23:56:00.000Z to 2030-01-01T00:00:00.000Z',
    ],
    ['one that a pause left out', trace('paused'), 'skipped', 'the job was paused'],
    [
      'one like another',
      trace('unique_conflict'),
      'skipped',
      'an equal execution exists, and it has to be unique',
    ],
    [
      'one by hand',
      ended(success, occurrence({ origin: 'manual', occurrenceAt: null })),
      'ran',
      'run by hand; success in 1s200ms',
    ],
  ])('explains %s', (_, execution, kind, why) => {
    expect(verdictOf(execution)).toEqual({
      at: minute(0),
      kind,
      why,
      executionId: 'e1',
      count: execution.skipped?.count ?? 1,
    });
  });
});
