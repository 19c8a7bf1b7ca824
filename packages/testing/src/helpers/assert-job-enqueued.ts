import { AssertionError } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Execution } from '@scheduler/contracts';
import { showValue } from '@scheduler/contracts/adapter';
import type { SchedulerNode } from '@scheduler/core';

export interface ExpectedWork {
  /** The exact number. Default: at least one. */
  readonly times?: number;
  /** Counts only work with an equal payload. Default: with any. */
  readonly payload?: unknown;
  /** Counts only work of this queue. Default: of all. */
  readonly queue?: string;
  /** Counts only work that is available from this instant. Default: from any. */
  readonly at?: Date;
}

const MOST_LOOKED_AT = 1_000;
const MOST_SHOWN = 5;

/**
 * Throws an AssertionError unless work of the type was enqueued as often and in the way that is expected, whatever became of it since.
 *
 * @example
 * await signUp('ann@example.org');
 * await assertJobEnqueued(node, 'send_mail', { times: 1, payload: { to: 'ann@example.org' } });
 */
export async function assertJobEnqueued(
  node: SchedulerNode,
  type: string,
  expected: ExpectedWork = {},
): Promise<void> {
  const { items } = await node.scheduler.listExecutions({ types: [type], limit: MOST_LOOKED_AT });
  const enqueued = items.filter(({ origin }) => origin === 'enqueued');
  const found = enqueued.filter((execution) => isExpected(execution, expected)).length;
  if (expected.times === undefined ? found > 0 : found === expected.times) return;
  throw new AssertionError({
    message: `expected work of the type ${showValue(type)} to have been enqueued ${wanted(expected)}, but it was ${times(found)}; ${seen(enqueued)}`,
    actual: found,
    expected: expected.times ?? 1,
    operator: 'assertJobEnqueued',
  });
}

function isExpected({ payload, queue, availableAt }: Execution, expected: ExpectedWork): boolean {
  return (
    (expected.payload === undefined || isDeepStrictEqual(payload, expected.payload)) &&
    (expected.queue === undefined || queue === expected.queue) &&
    (expected.at === undefined || availableAt.getTime() === expected.at.getTime())
  );
}

function wanted({ times: exactly, payload, queue, at }: ExpectedWork): string {
  return [
    exactly === undefined ? 'at least once' : `exactly ${times(exactly)}`,
    ...(payload === undefined ? [] : [`with the payload ${showValue(payload)}`]),
    ...(queue === undefined ? [] : [`in the queue ${showValue(queue)}`]),
    ...(at === undefined ? [] : [`for ${at.toISOString()}`]),
  ].join(' ');
}

function seen(enqueued: readonly Execution[]): string {
  if (enqueued.length === 0) return 'nothing of this type was enqueued';
  const shown = enqueued
    .slice(0, MOST_SHOWN)
    .map(({ queue, payload }) => `${showValue(payload)} in ${queue}`);
  const more = enqueued.length > MOST_SHOWN ? [`and ${enqueued.length - MOST_SHOWN} more`] : [];
  return `enqueued was: ${[...shown, ...more].join(', ')}`;
}

function times(count: number): string {
  return count === 1 ? '1 time' : `${count} times`;
}
