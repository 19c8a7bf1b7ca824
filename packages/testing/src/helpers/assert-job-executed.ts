import { AssertionError } from 'node:assert/strict';
import { type Execution, type ExecutionStatus, isJobType, type JobReference } from '@scheduler/contracts';
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
 * Throws an AssertionError unless executions of a job, or of work that was enqueued by its type, ended after running, as often and in the
 * way that is expected. A name or id of a job comes before a type.
 *
 * @example
 * await assertJobExecuted(node, 'weekly-sales', { times: 1, status: 'success' });
 * await assertJobExecuted(node, 'send_mail', { times: 2 });
 */
export async function assertJobExecuted(
  node: SchedulerNode,
  jobOrType: JobReference,
  expected: ExpectedExecutions = {},
): Promise<void> {
  const history = await executionsOf(node, jobOrType);
  if (history === null) {
    const name = showValue(jobOrType);
    fail(
      `no job has the id or name ${name}, and no work of the type ${name} was enqueued, so it was not executed`,
      0,
      expected,
    );
  }
  const executed = history.filter((execution) => isExpected(execution, expected));
  const isEnough = expected.times === undefined ? executed.length > 0 : executed.length === expected.times;
  if (!isEnough) fail(explain(jobOrType, expected, { executed, history }), executed.length, expected);
}

/** The executions of a job, or of everything of a type. Null: neither is known. */
async function executionsOf(node: SchedulerNode, jobOrType: string): Promise<readonly Execution[] | null> {
  const { scheduler } = node;
  if ((await scheduler.find(jobOrType)) !== null)
    return (await scheduler.history(jobOrType, { limit: MOST_LOOKED_AT })).items;
  if (!isJobType(jobOrType)) return null;
  const { items } = await scheduler.listExecutions({ types: [jobOrType], limit: MOST_LOOKED_AT });
  return items.length > 0 || node.jobTypes.includes(jobOrType) ? items : null;
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
  return `expected ${showValue(job)} to have been executed ${wanted}${status}, but it was ${times(executed.length)}; ${seen}`;
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
