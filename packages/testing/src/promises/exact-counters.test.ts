import type { Execution } from '@scheduler/contracts';
import { cancelPendingExecution, rescueExecution } from '@scheduler/contracts/adapter';
import { outcomes } from '../conformance/kit/builders.js';
import type { Evidence } from './evidence.js';
import {
  at,
  attempt,
  claimed,
  enqueued,
  HEALTHY,
  isInterrupted,
  lost,
  lostUnstarted,
  neverStarts,
  occurrence,
  retries,
  SALES,
  snoozes,
  started,
  succeeds,
} from '../test-support/healthy-evidence.js';
import {
  itIsBroken,
  itIsKept,
  skippedForOther,
  withCounters,
  withExecution,
  withExecutions,
  withStart,
} from '../test-support/spoilt-evidence.js';

const fourth = occurrence(SALES, 'sale-4', [4, 180]);
const lastTry = { ...fourth, policy: { ...fourth.policy, maxRetries: 0 } };
/** A lost execution with a cancel request, which the rescue ends. */
const lostWhenCancelled = rescueExecution(
  { ...started(fourth, 180), cancelRequest: 'not wanted' },
  null,
  at(210),
);
const isCancelled = () => outcomes.cancelled('not wanted');

/** One failed attempt, a hundred snoozes, and a success. */
function snoozedForLong(): Execution {
  let mail = attempt(enqueued('mail', 0), [0, 1], retries);
  for (let index = 0; index < 100; index += 1) mail = attempt(mail, [2 + index, 3 + index], snoozes);
  return attempt(mail, [200, 201], succeeds);
}

function lostUnstartedTimes(times: number): Execution {
  let mail = enqueued('mail', 0, 0);
  for (let index = 0; index < times; index += 1) mail = lostUnstarted(mail, 40 * index);
  return attempt(mail, [200, 201], succeeds);
}

/** The handler was called in each claim, whatever the store knows of it. */
function startedEachTime(mail: Execution): Evidence {
  const evidence = withExecutions(mail);
  const unconfirmed = Array.from({ length: mail.fence - 1 }, (_, index) => ({
    executionId: mail.id,
    jobId: null,
    fence: index + 1,
    node: `n${index + 1}`,
  }));
  return { ...evidence, starts: [...evidence.starts, ...unconfirmed] };
}

describe('G: counters and budgets are exact', () => {
  itIsBroken('G', [
    ['a firing was counted twice', withCounters({ fired: 4 }), 'sales counts 4 fired, and there are 3'],
    ['an end was not counted', withCounters({ executions: 2 }), 'sales counts 2 executions, and there are 3'],
    [
      'a success was not counted',
      withCounters({ succeeded: 1 }),
      'sales counts 1 succeeded, and there are 2',
    ],
    ['a failure was counted twice', withCounters({ failed: 2 }), 'sales counts 2 failed, and there are 1'],
    [
      'a timeout counts as no failure',
      withCounters(
        { failed: 0 },
        withExecution('sale-3', () => ({ status: 'timeout' })),
      ),
      'sales counts 0 failed, and there are 1',
    ],
    ...[2, 5].map(
      (executions) =>
        [
          `one was lost when it was cancelled, and ${executions} ends are counted`,
          withCounters({ fired: 4, executions }, withExecutions(lostWhenCancelled)),
          `sales counts ${executions} executions, and there are 4`,
        ] as const,
    ),
    [
      'one was lost and then cancelled while it waited, and too few ends are counted',
      withCounters(
        { fired: 4, executions: 2 },
        withExecutions(cancelPendingExecution(lost(fourth, 180), 'not wanted', at(211))),
      ),
      'sales counts 2 executions, and there are 3',
    ],
    [
      'one was cancelled while it ran, and its end is not counted',
      withCounters(
        { fired: 4, totalDurationMs: 4_000 },
        withExecutions(attempt(fourth, [180, 181], isCancelled)),
      ),
      'sales counts 3 executions, and there are 4',
    ],
    [
      'one was lost for good, and its end is not counted',
      withCounters({ fired: 4, failed: 2, totalDurationMs: 33_000 }, withExecutions(lost(lastTry, 180))),
      'sales counts 3 executions, and there are 4',
    ],
    [
      'a duration was not counted',
      withCounters({ totalDurationMs: 2_000 }),
      'sales counts 2000 ms, and there are 3000',
    ],
    [
      'a number was left out',
      withExecution('sale-3', () => ({ occurrence: 4 })),
      'the occurrences of sales are numbered 1, 2, 4',
    ],
    [
      'a number was used twice',
      withExecution('sale-3', () => ({ occurrence: 2 })),
      'the occurrences of sales are numbered 1, 2, 2',
    ],
    [
      'an attempt was counted twice',
      withExecution('sale-1', () => ({ attemptsUsed: 2 })),
      'execution sale-1 of sales has used 2 attempts, but 1 attempts count',
    ],
    [
      'the running attempt was not counted',
      withExecutions({ ...claimed(enqueued('mail', 3_590), 3_590), attemptsUsed: 0 }),
      'execution mail of no job has used 0 attempts, but 1 attempts count',
    ],
    [
      'it had more attempts than its budget',
      withExecution('lost-once', ({ policy }) => ({ policy: { ...policy, maxRetries: 0 } })),
      'execution lost-once of no job has used 2 of 1 attempts',
      'execution lost-once of no job was started 2 times with a budget of 1 attempts',
    ],
    [
      'a node that died before it called the handler cost an attempt',
      {
        ...HEALTHY,
        starts: HEALTHY.starts.filter(({ executionId, fence }) => executionId !== 'lost-once' || fence > 1),
      },
      'execution lost-once lost an attempt under fence 1, which never started',
    ],
    [
      'a handler that ended its process at once was called without end',
      startedEachTime(lostUnstartedTimes(3)),
      'execution mail of no job was started 4 times with a budget of 3 attempts',
    ],
    [
      'it was called more often than it was claimed',
      withStart({ executionId: 'sale-1', jobId: SALES.id, fence: 0 }),
      'execution sale-1 of sales was started 2 times under 1 fences',
    ],
    [
      'it was called more often than its budget allows',
      withStart({ executionId: 'unstarted-once', jobId: null, fence: 1 }),
      'execution unstarted-once of no job was started 2 times with a budget of 1 attempts',
    ],
  ]);

  itIsKept([
    [
      'it was put off and given back, which is free',
      withExecutions(
        attempt(
          attempt(attempt(enqueued('mail', 0, 0), [0, 1], snoozes), [2, 3], isInterrupted),
          [4, 5],
          succeeds,
        ),
      ),
    ],
    [
      'it was claimed again and again and never started',
      withExecutions(
        attempt(
          attempt(attempt(enqueued('mail', 0, 0), [0, 1], neverStarts), [2, 3], neverStarts),
          [4, 5],
          succeeds,
        ),
      ),
    ],
    ['its whole budget went to workers that died', withExecutions(lost(lost(enqueued('mail', 0, 1), 0), 40))],
    [
      'handlers ended their process at once, twice more than the budget allows',
      startedEachTime(lostUnstartedTimes(2)),
    ],
    ['it runs', withExecutions(claimed(enqueued('mail', 3_590), 3_590))],
    [
      'an occurrence was cancelled before it ran: fired, and never executed',
      withCounters({ fired: 4 }, withExecutions(cancelPendingExecution(fourth, 'not wanted', at(181)))),
    ],
    [
      'an occurrence was cancelled between two attempts: fired, and its end is not counted',
      withCounters(
        { fired: 4 },
        withExecutions(cancelPendingExecution(attempt(fourth, [180, 181], retries), 'not wanted', at(182))),
      ),
    ],
    [
      'an occurrence was cancelled while it ran: executed, and neither succeeded nor failed',
      withCounters(
        { fired: 4, executions: 4, totalDurationMs: 4_000 },
        withExecutions(attempt(fourth, [180, 181], isCancelled)),
      ),
    ],
    [
      'one that waited for its retry was cancelled within the same millisecond',
      withCounters(
        { fired: 4 },
        withExecutions(cancelPendingExecution(attempt(fourth, [180, 181], retries), 'x', at(181))),
      ),
    ],
    ['very many attempts were made, of which the oldest are not kept', withExecutions(snoozedForLong())],
    [
      'an occurrence was lost when it was to be cancelled: executed',
      withCounters({ fired: 4, executions: 4 }, withExecutions(lostWhenCancelled)),
    ],
    [
      'an occurrence was lost, and cancelled within the same millisecond while it waited: not executed',
      withCounters(
        { fired: 4 },
        withExecutions(cancelPendingExecution(lost(fourth, 180), 'not wanted', at(210))),
      ),
    ],
    ['rows come in any order', { ...HEALTHY, executions: [...HEALTHY.executions].reverse() }],
    ['an occurrence was skipped, and counts as nothing', withExecutions(skippedForOther(SALES, 180))],
  ]);
});
