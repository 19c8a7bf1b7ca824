import type { Execution, JobPolicies } from '@scheduler/contracts';
import { cancelPendingExecution } from '@scheduler/contracts/adapter';
import { at, enqueued, HEALTHY, lost, REPORTS, SALES } from '../test-support/healthy-evidence.js';
import {
  itIsBroken,
  itIsKept,
  skippedAsMissed,
  skippedForOther,
  withExecutions,
  withInstants,
} from '../test-support/spoilt-evidence.js';
import type { Evidence } from './evidence.js';

const minutes = (...numbers: readonly number[]) => numbers.map((number) => at(60 * number));
/** The three minutes after the ones that ran. */
const LEFT_OUT = { count: 3, from: at(180), to: at(300) };

const unseen = (id: string) => HEALTHY.starts.filter(({ executionId }) => executionId !== id);

/** The first reports were caught up by the tick that recorded the skipped runs. */
function withCaughtUp(count: number, trace: Execution): Evidence {
  const evidence = withExecutions(trace);
  const isCaughtUp = ({ id }: Execution) => id.startsWith('report-') && Number(id.slice(7)) <= count;
  const executions = evidence.executions.map((each) =>
    isCaughtUp(each) ? { ...each, lateness: 'caught_up' as const, createdAt: trace.createdAt } : each,
  );
  return { ...evidence, executions };
}

const CATCHES_UP_ALL = { missedRuns: { policy: 'all', cap: 100, graceMs: 0 } } as const;

/** One more execution of a job that does not overlap, with other policies. */
function ofSales(policies: Partial<JobPolicies>, execution: Execution): Evidence {
  const evidence = withExecutions(execution);
  const jobs = evidence.jobs.map((job) =>
    job.id === SALES.id ? job.with({ policies: { ...job.policies, ...policies } }) : job,
  );
  return { ...evidence, jobs };
}

describe('A: each occurrence runs', () => {
  itIsBroken('A', [
    [
      'a job is not there any more',
      { ...HEALTHY, jobs: HEALTHY.jobs.filter(({ id }) => id !== SALES.id) },
      'job sales-id is gone',
    ],
    ['an instant has no row', withInstants(minutes(3)), 'sales has no row for 2030-01-01T00:03:00.000Z'],
    [
      'an instant lies just outside the skipped range',
      withInstants([at(179.999), at(300.001)], withExecutions(skippedAsMissed(SALES, LEFT_OUT))),
      'sales has no row for 2030-01-01T00:02:59.999Z',
      'sales has no row for 2030-01-01T00:05:00.001Z',
    ],
    [
      'only another job has a row for the instant',
      withInstants([at(5)]),
      'sales has no row for 2030-01-01T00:00:05.000Z',
    ],
    [
      'an enqueued execution is not there any more',
      { ...HEALTHY, enqueued: [...HEALTHY.enqueued, 'mail'] },
      'enqueued execution mail is gone',
    ],
    [
      'a missed run was left out although all must be caught up',
      withExecutions(skippedAsMissed(REPORTS, { count: 1, from: at(60), to: at(60) })),
      'execution missed of reports is skipped: missed although it must not be',
    ],
    [
      'more than the cap was missed, and less than the cap caught up',
      withCaughtUp(1, skippedAsMissed(REPORTS, { count: 3, from: at(600), to: at(720) })),
      'execution missed of reports is skipped: missed although it must not be',
    ],
    [
      'a run was left out for another although they may overlap',
      withExecutions(skippedForOther(REPORTS, 60)),
      'execution overlapping of reports is skipped: overlap although it must not be',
    ],
    [
      'a run was left out for another although it may wait',
      ofSales({ overlap: 'queue' }, skippedForOther(SALES, 180)),
      'execution overlapping of sales is skipped: overlap although it must not be',
    ],
    [
      'a run that was to be caught up was left out for another',
      ofSales(CATCHES_UP_ALL, { ...skippedForOther(SALES, 180), lateness: 'caught_up' }),
      'execution overlapping of sales is skipped: overlap although it must not be',
    ],
    [
      'a success was never seen to run',
      { ...HEALTHY, starts: unseen('sale-1') },
      'execution sale-1 of sales is success but no handler was called',
    ],
    [
      'a failure was never seen to run',
      { ...HEALTHY, starts: unseen('sale-3') },
      'execution sale-3 of sales is failed: no_retry but no handler was called',
    ],
  ]);

  itIsKept([
    [
      'a range that was skipped accounts for the instants',
      withInstants(minutes(3, 4, 5), withExecutions(skippedAsMissed(SALES, LEFT_OUT))),
    ],
    [
      'more were missed than are caught up',
      withCaughtUp(2, skippedAsMissed(REPORTS, { count: 1, from: at(-60), to: at(-60) })),
    ],
    [
      'a run was left out for another where they must not overlap',
      withInstants(minutes(3), withExecutions(skippedForOther(SALES, 180))),
    ],
    [
      'a run on time was left out for another, although all missed ones are caught up',
      ofSales(CATCHES_UP_ALL, skippedForOther(SALES, 180)),
    ],
    [
      'every worker died before it called the handler',
      withExecutions(lost(lost(enqueued('mail', 0, 1), 0), 40)),
    ],
    [
      'it was cancelled while it waited',
      withExecutions(cancelPendingExecution(enqueued('mail', 0), 'not wanted', at(1))),
    ],
    ['it still waits', withExecutions(enqueued('mail', 3_599))],
  ]);
});
