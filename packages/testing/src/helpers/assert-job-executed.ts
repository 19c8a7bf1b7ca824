import { AssertionError } from 'node:assert/strict';
import type { Execution, ExecutionStatus, JobReference } from '@scheduler/contracts';
import { showValue } from '@scheduler/contracts/adapter';
import type { SchedulerNode } from '@scheduler/core';

export interface ExpectedExecutions {
  /** The exact number of executions. Default: at least one. */
  readonly times?: number;
  /** Counts only executions with this status. Default: all that ended after running. */
  readonly status?: ExecutionStatus;
}

const MOST_LOOKED_AT = 1_000;
const MOST_SHOWN = 5;

/**
 * Throws an AssertionError unless executions of the job ended after running, as often and in the way that is expected.
 *
 * @example
 * await assertJobExecuted(node, 'weekly-sales', { times: 1, status: 'success' });
 */
export async function assertJobExecuted(
  node: SchedulerNode,
  job: JobReference,
  expected: ExpectedExecutions = {},
): Promise<void> {
  if ((await node.scheduler.find(job)) === null) {
    fail(`no job has the id or name ${showValue(job)}, so it was not executed`, 0, expected);
  }
  const { items } = await node.scheduler.history(job, { limit: MOST_LOOKED_AT });
  const executed = items.filter((execution) => isExpected(execution, expected));
  const isEnough = expected.times === undefined ? executed.length > 0 : executed.length === expected.times;
  if (!isEnough) fail(explain(job, expected, { executed, history: items }), executed.length, expected);
}

function isExpected({ status, finishedAt, attempts }: Execution, expected: ExpectedExecutions): boolean {
  if (expected.status !== undefined) return status === expected.status;
  return finishedAt !== null && attempts.length > 0;
}

interface Found {
  readonly executed: readonly Execution[];
  readonly history: readonly Execution[];
}

function explain(job: JobReference, expected: ExpectedExecutions, { executed, history }: Found): string {
  const wanted = expected.times === undefined ? 'at least once' : `exactly ${times(expected.times)}`;
  const status = expected.status === undefined ? '' : ` with status ${expected.status}`;
  const shown = history.slice(0, MOST_SHOWN).map(describe);
  const more = history.length > MOST_SHOWN ? [`and ${history.length - MOST_SHOWN} more`] : [];
  const seen =
    history.length === 0 ? 'it has no executions' : `its executions: ${[...shown, ...more].join(', ')}`;
  return `expected job ${showValue(job)} to have been executed ${wanted}${status}, but it was ${times(executed.length)}; ${seen}`;
}

function times(count: number): string {
  return count === 1 ? '1 time' : `${count} times`;
}

function describe({ status, error, reason }: Execution): string {
  const why = error?.message ?? reason?.code;
  return why === undefined ? status : `${status} (${why})`;
}

function fail(message: string, actual: number, expected: ExpectedExecutions): never {
  throw new AssertionError({ message, actual, expected: expected.times ?? 1, operator: 'assertJobExecuted' });
}
