import { attempt, enqueued, HEALTHY, lost, retries, succeeds } from '../test-support/healthy-evidence.js';
import {
  itIsBroken,
  itIsKept,
  withAttempt,
  withExecution,
  withExecutions,
} from '../test-support/spoilt-evidence.js';
import { type Evidence, failureOf } from './evidence.js';

/** Evidence in which the fence of one call is changed. */
function withMovedStart(id: string, from: number, to: number): Evidence {
  const starts = HEALTHY.starts.map((start) =>
    start.executionId === id && start.fence === from ? { ...start, fence: to } : start,
  );
  return { ...HEALTHY, starts };
}

/** Its handler was called under the first fence too, before its node was paused. */
const ZOMBIE = withExecutions(attempt(lost(enqueued('mail', 0), 0), [40, 50], succeeds));

describe('F: the stored outcome is the holder’s', () => {
  itIsBroken('F', [
    [
      'the output is that of an earlier holder',
      withExecution('sale-2', () => ({ output: { fence: 1, node: 'n1' } })),
      'execution sale-2 succeeded under fence 2 with the output of fence 1',
    ],
    ...[null, 2, [2], { fence: '2' }].map(
      (output) =>
        [
          `the output is ${JSON.stringify(output)}`,
          withExecution('sale-2', () => ({ output })),
          'execution sale-2 succeeded under fence 2 with the output of fence null',
        ] as const,
    ),
    [
      'the last attempt of a success did not succeed',
      withAttempt('sale-2', 1, () => ({ status: 'lost' })),
      'execution sale-2 succeeded, but its last attempt is lost under fence 2',
    ],
    [
      'the last attempt of a success has another fence',
      withAttempt('sale-2', 1, () => ({ fence: 3 })),
      'execution sale-2 succeeded, but its last attempt is success under fence 3',
    ],
    [
      'two attempts have one fence',
      withAttempt('lost-once', 0, () => ({ fence: 2 })),
      'execution lost-once has an attempt of fence 2 after 2',
    ],
    ...[
      { fence: 1, node: 'n2' },
      { fence: 2, node: 'n1' },
    ].map(
      (other) =>
        [
          `the error is that of fence ${other.fence} on ${other.node}`,
          withAttempt('sale-3', 0, ({ error }) => ({
            error: error && { ...error, message: failureOf(other) },
          })),
          `execution sale-3 stored the error of another attempt under fence 1: ${failureOf(other)}`,
        ] as const,
    ),
    [
      'two ran under one fence',
      withMovedStart('sale-2', 1, 2),
      'execution sale-2 was started twice under fence 2: by n1 and n2',
    ],
    [
      'it ran once more after its end',
      withMovedStart('sale-1', 1, 2),
      'execution sale-1 is success under fence 1 and ran under 2',
    ],
    [
      'a step that was saved under an earlier fence was not found again',
      { ...HEALTHY, checkpoints: [{ executionId: 'sale-2', fence: 1, step: 3 }] },
      'execution sale-2 went on at step 0 under fence 2, though step 3 was saved before',
    ],
  ]);

  itIsKept([
    ['a worker that lost its lease had called the handler', ZOMBIE],
    [
      'an attempt failed by itself, and not on purpose',
      withAttempt('sale-3', 0, ({ error }) => ({ error: error && { ...error, message: 'out of memory' } })),
    ],
    [
      'steps were saved, and a later attempt found them',
      {
        ...HEALTHY,
        starts: HEALTHY.starts.map((start) => (start.fence > 1 ? { ...start, resumedAt: 3 } : start)),
        checkpoints: [1, 2, 3].map((step) => ({ executionId: 'sale-2', fence: 1, step })),
      },
    ],
    [
      'fences are left out',
      withExecutions(
        attempt(attempt({ ...enqueued('mail', 0), fence: 4 }, [0, 1], retries), [2, 3], succeeds),
      ),
    ],
  ]);
});
