import { isJobResult, type HandlerAnswer, ResultInvalid, toMilliseconds } from '@scheduler/contracts';
import { toJsonValue } from '../../support/input/json-value.js';
import type { AttemptEnd } from '../../policies/failures/attempt-end.js';

/** Reads the answer of a handler. Never throws: an invalid answer is a failure that is not retried. */
export function readAnswer(answer: HandlerAnswer, type: string): AttemptEnd {
  if (answer === undefined) return { kind: 'succeeded', output: null };
  try {
    if (!isJobResult(answer)) return failedForGood(resultInvalid(type, answer));
    switch (answer.kind) {
      case 'succeeded':
        return { kind: 'succeeded', output: toJsonValue(answer.output, 'output', ResultInvalid) };
      case 'failed': {
        const delayMs = answer.delay === null ? null : toMilliseconds(answer.delay, 'delay');
        return { kind: 'failed', error: answer.error, retry: answer.retry, delayMs, forceRetry: true };
      }
      case 'snoozed':
        return { kind: 'snoozed', delayMs: toMilliseconds(answer.delay, 'delay'), reason: answer.reason };
      case 'cancelled':
      case 'discarded':
        return { kind: answer.kind, reason: answer.reason };
    }
  } catch (error) {
    return failedForGood(error);
  }
}

export function isThenable<TValue>(answer: TValue | PromiseLike<TValue>): answer is PromiseLike<TValue> {
  return typeof (answer as PromiseLike<TValue> | null | undefined)?.then === 'function';
}

function failedForGood(error: unknown): AttemptEnd {
  return { kind: 'failed', error, retry: false, delayMs: null };
}

export function resultInvalid(type: string, value: unknown): ResultInvalid {
  const accepted = 'nothing, or a JobResult such as JobResult.success(output)';
  return new ResultInvalid({ field: `result of ${type}`, value, problem: 'is not a JobResult', accepted });
}
