import {
  type HandlerAnswer,
  isJobResult,
  JobResult,
  type JsonValue,
  ResultInvalid,
  toMilliseconds,
} from '@scheduler/contracts';
import { checkJobResult } from '@scheduler/contracts/adapter';
import { toJsonValue } from '../../support/input/json-value.js';
import type { AttemptEnd } from '../../policies/failures/attempt-end.js';

/**
 * Reads what a handler returned: a JobResult, nothing, or its output. Never throws: a result or an output that cannot be stored is a
 * failure that is not retried, since the same code would return it again.
 */
export function readAnswer(answer: HandlerAnswer, type: string): AttemptEnd {
  if (answer === undefined) return { kind: 'succeeded', output: null };
  try {
    if (!isJobResult(answer)) return { kind: 'succeeded', output: toOutput(answer) };
    checkJobResult(answer, `result of ${type}`);
    return endOf(answer);
  } catch (error) {
    return { kind: 'failed', error, retry: false, delayMs: null };
  }
}

/** The same rule as a result, for what is called between handler and scheduler. The output is checked when the attempt ends. */
export function toResult(answer: HandlerAnswer, type: string): JobResult {
  if (answer === undefined) return JobResult.success();
  if (!isJobResult(answer)) return JobResult.success(answer);
  try {
    checkJobResult(answer, `result of ${type}`);
    return answer;
  } catch (error) {
    return JobResult.failure({ error, retry: false });
  }
}

function endOf(result: JobResult): AttemptEnd {
  switch (result.kind) {
    case 'succeeded':
      return { kind: 'succeeded', output: toOutput(result.output) };
    case 'failed': {
      const { error, retry = true, delay } = result;
      const delayMs = isGiven(delay) ? toMilliseconds(delay, 'delay') : null;
      return { kind: 'failed', error, retry, delayMs, forceRetry: true };
    }
    case 'snoozed':
      return {
        kind: 'snoozed',
        delayMs: toMilliseconds(result.delay, 'delay'),
        reason: reasonOf(result.reason),
      };
    case 'cancelled':
    case 'discarded':
      return { kind: result.kind, reason: reasonOf(result.reason) };
  }
}

function toOutput(value: unknown): JsonValue {
  return toJsonValue(value, 'output', ResultInvalid);
}

/** A literal may leave fields out, whatever its type says. */
function isGiven<TValue>(value: TValue | null | undefined): value is TValue {
  return value !== null && value !== undefined;
}

const LONGEST_REASON = 2_000;

function reasonOf(reason: string | null | undefined): string | null {
  return isGiven(reason) ? reason.slice(0, LONGEST_REASON) : null;
}

export function isThenable<TValue>(answer: TValue | PromiseLike<TValue>): answer is PromiseLike<TValue> {
  return typeof (answer as PromiseLike<TValue> | null | undefined)?.then === 'function';
}
