import { buildManualRun } from '../conformance/kit/builders.js';
import { at, attempt, enqueued, SALES, succeeds } from '../test-support/healthy-evidence.js';
import {
  itIsBroken,
  itIsKept,
  skippedForOther,
  withCounters,
  withExecutions,
  withStart,
} from '../test-support/spoilt-evidence.js';

const ghost = { executionId: 'ghost', jobId: 'removed-id', fence: 1 };

describe('B: one row for each occurrence', () => {
  itIsBroken('B', [
    [
      'an occurrence has two rows',
      withExecutions(skippedForOther(SALES, 60)),
      'job sales-id at 2030-01-01T00:01:00.000Z has 2 rows: sale-2, overlapping',
    ],
    ['something ran that has no row', withStart(ghost), 'n9 ran execution ghost, which has no row'],
    [
      'something ran that has no row and no job',
      { ...withStart({ ...ghost, jobId: null }), removedJobs: ['removed-id'] },
      'n9 ran execution ghost, which has no row',
    ],
    [
      'something ran that has no row, while another job was removed',
      { ...withStart({ ...ghost, jobId: SALES.id }), removedJobs: ['removed-id'] },
      'n9 ran execution ghost, which has no row',
    ],
  ]);

  itIsKept([
    ['the row went with its job', { ...withStart(ghost), removedJobs: ['removed-id'] }],
    [
      'a job also ran by hand, twice at the same time as an occurrence',
      withCounters(
        { executions: 5, succeeded: 4, totalDurationMs: 5_000 },
        withExecutions(
          attempt(buildManualRun(SALES, at(60), { id: 'by-hand-1' }), [70, 71], succeeds),
          attempt(buildManualRun(SALES, at(60), { id: 'by-hand-2' }), [71, 72], succeeds),
        ),
      ),
    ],
    [
      'two were enqueued for one instant',
      withExecutions(...['mail-1', 'mail-2'].map((id) => attempt(enqueued(id, 0), [0, 1], succeeds))),
    ],
  ]);
});
