import type { Execution, ScheduledJob } from '@scheduler/contracts';
import {
  claimExecution,
  extendLease,
  type Outcome,
  rescueExecution,
  settleExecution,
} from '@scheduler/contracts/adapter';
import {
  BROKEN,
  buildExecution,
  buildJob,
  buildOccurrence,
  outcomes,
  POLICIES,
} from '../conformance/kit/builders.js';
import { type Evidence, failureOf, outcomeOf, type WitnessedStart } from '../promises/evidence.js';

/** The instant that many seconds after the beginning of the run. */
export const at = (seconds: number) => new Date(Date.parse('2030-01-01T00:00:00Z') + seconds * 1_000);

const READ_AT = 3_600;
export const LEASE = 30;
export const PATIENCE = 3 * LEASE + 10;
/** Executions that were due before this second are stuck. */
export const LONG_AGO = READ_AT - PATIENCE;

type Holder = Pick<Execution, 'fence'> & { readonly node: string };

export const succeeds = (holder: Holder) => outcomes.succeeded(outcomeOf(holder));
export const fails = (holder: Holder) =>
  outcomes.failed({ error: { ...BROKEN, message: failureOf(holder) }, reason: 'no_retry' });
export const retries = (holder: Holder): Outcome => ({
  kind: 'retry',
  status: 'failed',
  error: { ...BROKEN, message: failureOf(holder) },
  delayMs: 0,
});
export const snoozes = () => outcomes.snoozed();
export const isInterrupted = () => outcomes.interrupted();
export const neverStarts = (): Outcome => ({ kind: 'unstarted' });

/** Claims an execution for a node that is named after the fence. */
export function claimed(execution: Execution, from: number): Execution {
  const owner = `n${execution.fence + 1}`;
  return claimExecution(execution, { owner, leaseUntil: at(from + LEASE), at: at(from) });
}

export function attempt(
  execution: Execution,
  [from, to]: readonly [from: number, to: number],
  outcome: (holder: Holder) => Outcome,
): Execution {
  const held = claimed(execution, from);
  return settleExecution(held, outcome({ fence: held.fence, node: held.owner ?? '' }), at(to));
}

/** Claims an execution, and confirms that its handler started. */
export function started(execution: Execution, from: number): Execution {
  const leaseUntil = at(from + LEASE);
  return extendLease(claimed(execution, from), { leaseUntil, startedAt: at(from) });
}

/** An attempt whose node dies while its handler runs. */
export function lost(execution: Execution, from: number): Execution {
  return rescueExecution(started(execution, from), null, at(from + LEASE));
}

/** A claim whose node dies before it calls the handler. */
export function lostUnstarted(execution: Execution, from: number): Execution {
  return rescueExecution(claimed(execution, from), null, at(from + LEASE));
}

export function enqueued(id: string, from: number, maxRetries = 3): Execution {
  const execution = buildExecution(at(from), { id });
  return { ...execution, policy: { ...execution.policy, maxRetries } };
}

export function occurrence(
  job: ScheduledJob,
  id: string,
  [number, from]: readonly [number, number],
): Execution {
  return { ...buildOccurrence(job, at(from), { id }), occurrence: number };
}

/** A job that does not overlap, and one that runs every instant and may overlap. Both wait for their next run. */
export const SALES = buildJob(at(0), {
  id: 'sales-id',
  name: 'sales',
  nextRunAt: at(READ_AT + 60),
  counters: { fired: 3, executions: 3, succeeded: 2, failed: 1, totalDurationMs: 3_000 },
});
export const REPORTS = buildJob(at(0), {
  id: 'reports-id',
  name: 'reports',
  nextRunAt: at(READ_AT + 60),
  policies: { ...POLICIES, allowOverlap: true, missedRuns: { policy: 'all', cap: 2, graceMs: 0 } },
  counters: { fired: 2, executions: 2, succeeded: 2, failed: 0, totalDurationMs: 20_000 },
});

const EXECUTIONS: readonly Execution[] = [
  attempt(occurrence(SALES, 'sale-1', [1, 0]), [0, 1], succeeds),
  attempt(attempt(occurrence(SALES, 'sale-2', [2, 60]), [60, 61], retries), [62, 63], succeeds),
  attempt(occurrence(SALES, 'sale-3', [3, 120]), [120, 121], fails),
  attempt(occurrence(REPORTS, 'report-1', [1, 0]), [0, 10], succeeds),
  attempt(occurrence(REPORTS, 'report-2', [2, 5]), [5, 15], succeeds),
  attempt(lost(enqueued('lost-once', 0), 0), [40, 50], succeeds),
  attempt(lostUnstarted(enqueued('lost-unstarted', 0, 0), 0), [40, 50], succeeds),
  attempt(attempt(enqueued('unstarted-once', 0, 0), [0, 1], neverStarts), [2, 3], succeeds),
];

/** The evidence of a run in which every promise was kept. */
export const HEALTHY: Evidence = {
  ...evidenceOf(EXECUTIONS),
  jobs: [SALES, REPORTS],
  expected: [
    { jobId: SALES.id, instants: [at(0), at(60), at(120)] },
    { jobId: REPORTS.id, instants: [at(0), at(5)] },
  ],
};

/** The evidence of these executions if every promise was kept. */
export function evidenceOf(executions: readonly Execution[]): Evidence {
  return {
    readAt: at(READ_AT),
    patienceMs: PATIENCE * 1_000,
    jobs: [],
    executions,
    expected: [],
    enqueued: executions.filter(({ origin }) => origin === 'enqueued').map(({ id }) => id),
    removedJobs: [],
    starts: executions.flatMap(startsOf),
    effects: executions
      .filter(({ status }) => status === 'success')
      .map(({ id, fence }) => ({ executionId: id, fence, guard: 'fenced' })),
  };
}

function startsOf({ id, jobId, attempts }: Execution): readonly WitnessedStart[] {
  return attempts.map(({ fence, owner }) => ({ executionId: id, jobId, fence, node: owner }));
}
