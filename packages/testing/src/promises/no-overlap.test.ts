import {
  at,
  attempt,
  claimed,
  enqueued,
  occurrence,
  retries,
  SALES,
  succeeds,
} from '../test-support/healthy-evidence.js';
import {
  itIsBroken,
  itIsKept,
  withAttempt,
  withCounters,
  withExecution,
  withExecutions,
} from '../test-support/spoilt-evidence.js';

/** `sale-1` takes 63 seconds, and `sale-2` has both of its attempts meanwhile. */
const LONG = withExecution('sale-1', ({ attempts }) => ({
  attempts: attempts.map((each) => ({ ...each, finishedAt: at(63) })),
  finishedAt: at(63),
}));

describe('E: no overlap where it is forbidden', () => {
  itIsBroken('E', [
    [
      'two held an execution at once',
      withAttempt('lost-once', 1, () => ({ startedAt: at(29.999) })),
      'execution lost-once was held twice at 2030-01-01T00:00:29.999Z: lost-once under fence 1 and lost-once under fence 2',
    ],
    [
      'two executions of a job that runs alone were held at once',
      withAttempt('sale-3', 0, () => ({ startedAt: at(62.999) })),
      'job sales-id was held twice at 2030-01-01T00:01:02.999Z: sale-2 under fence 2 and sale-3 under fence 1',
    ],
    [
      'one was held during several others',
      LONG,
      'job sales-id was held twice at 2030-01-01T00:01:00.000Z: sale-1 under fence 1 and sale-2 under fence 1',
      'job sales-id was held twice at 2030-01-01T00:01:02.000Z: sale-1 under fence 1 and sale-2 under fence 2',
    ],
    [
      'two executions of a job that runs alone are held now',
      withCounters(
        { fired: 5 },
        withExecutions(
          claimed(occurrence(SALES, 'sale-4', [4, 3_590]), 3_590),
          claimed(occurrence(SALES, 'sale-5', [5, 3_595]), 3_595),
        ),
      ),
      'job sales-id was held twice at 2030-01-01T00:59:55.000Z: sale-4 under fence 1 and sale-5 under fence 1',
    ],
  ]);

  itIsKept([
    ['one begins when the other ends', withAttempt('sale-3', 0, () => ({ startedAt: at(63) }))],
    [
      'an attempt begins when the one before ends',
      withExecutions(attempt(attempt(enqueued('mail', 0), [0, 1], retries), [1, 2], succeeds)),
    ],
    [
      'enqueued executions, which have no job, run at once',
      withExecutions(
        ...['mail-1', 'mail-2'].map((id) => ({
          ...attempt(enqueued(id, 0), [0, 9], succeeds),
          exclusive: true,
        })),
      ),
    ],
  ]);
});
