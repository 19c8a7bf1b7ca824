import { at, claimed, enqueued, LEASE, LONG_AGO, SALES } from '../test-support/healthy-evidence.js';
import { itIsBroken, itIsKept, withExecutions, withSales } from '../test-support/spoilt-evidence.js';

const TOO_LONG_AGO = LONG_AGO - 0.001;
const INSTANT = at(TOO_LONG_AGO).toISOString();

describe('D: nothing is stuck', () => {
  itIsBroken('D', [
    [
      'a waiting execution is not claimed',
      withExecutions(enqueued('mail', TOO_LONG_AGO)),
      `execution mail of no job waits since ${INSTANT}`,
    ],
    [
      'the execution of a dead node is not rescued',
      withExecutions(claimed(enqueued('mail', 0), TOO_LONG_AGO - LEASE)),
      'execution mail of no job is held by n1 whose lease ended long ago',
    ],
    [
      'a due job is not fired',
      withSales({ nextRunAt: at(TOO_LONG_AGO) }),
      `sales was due at ${INSTANT} and was not fired`,
    ],
  ]);

  itIsKept([
    ['something is overdue for as long as is promised', withExecutions(enqueued('mail', LONG_AGO))],
    [
      'a lease is over for as long as is promised',
      withExecutions(claimed(enqueued('mail', 0), LONG_AGO - LEASE)),
    ],
    ['a job is overdue for as long as is promised', withSales({ nextRunAt: at(LONG_AGO) })],
    [
      'a lease is held on and on',
      withExecutions({ ...claimed(enqueued('mail', 0), 0), leaseUntil: at(LONG_AGO) }),
    ],
    ['the job is paused', withSales(SALES.pause(at(0)).with({ nextRunAt: at(0) }))],
    ['the job has come to its end', withSales({ nextRunAt: null })],
  ]);
});
