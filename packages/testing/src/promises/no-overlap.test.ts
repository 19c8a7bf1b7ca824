import type { Execution } from '@scheduler/contracts';
import { UNIQUE } from '../conformance/executions/add-unique.js';
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

/** Enqueued executions that are held during the given spans of seconds. */
function heldBy(
  limits: Partial<Execution>,
  ...spans: readonly (readonly [number, number])[]
): readonly Execution[] {
  return spans.map((span, index) => ({
    ...attempt(enqueued(`held-${index}`, 0), span, succeeds),
    ...limits,
  }));
}

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
    [
      'more executions of a job were held at once than it allows',
      withExecutions(...heldBy({ jobId: 'imports', concurrency: 2 }, [0, 9], [1, 9], [2, 9])),
      'job imports was held 3 times at 2030-01-01T00:00:02.000Z, where 2 are allowed: held-0 under fence 1, held-1 under fence 1, held-2 under fence 1',
    ],
    [
      'more executions with a key were held at once than it allows',
      withExecutions(...heldBy({ concurrencyKey: 'customer-7', concurrencyLimit: 1 }, [0, 3], [2, 9])),
      'key customer-7 was held twice at 2030-01-01T00:00:02.000Z: held-0 under fence 1 and held-1 under fence 1',
    ],
    [
      'a unique execution ran before its equal had ended',
      withExecutions(...heldBy({ unique: UNIQUE }, [0, 3], [2, 9])),
      'unique place the-key was held twice at 2030-01-01T00:00:02.000Z: held-0 under fence 1 and held-1 under fence 1',
    ],
  ]);

  itIsKept([
    [
      'as many executions of a job or with a key are held as may be',
      withExecutions(
        ...heldBy({ concurrencyKey: 'customer-7', concurrencyLimit: 2 }, [0, 3], [2, 9], [3, 9], [9, 10]),
      ),
    ],
    [
      'unique executions run one after the other',
      withExecutions(...heldBy({ unique: UNIQUE }, [0, 3], [3, 9])),
    ],
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
