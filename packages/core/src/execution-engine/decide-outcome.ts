import { type Execution, maxTries, type Outcome, type ReasonCode } from '@scheduler/contracts';
import type { AttemptEnd } from './attempt-end.js';
import { toExecutionError } from './execution-error.js';

export interface OutcomeFacts {
  readonly end: Exclude<AttemptEnd, { readonly kind: 'lost' }>;
  readonly execution: Pick<Execution, 'tries' | 'policy'>;
  /** The delay before retry n, by the handler's own backoff or the policy's. */
  readonly retryDelay: (retry: number) => number;
  /** Null: dead letters are off. */
  readonly deadLetterQueue: string | null;
}

/** What follows from the end of an attempt. No I/O, no clock: the same facts have the same outcome. */
export function decideOutcome(facts: OutcomeFacts): Outcome {
  const { end } = facts;
  switch (end.kind) {
    case 'succeeded':
      return { kind: 'succeeded', output: end.output };
    case 'failed':
      return end.retry ? retryOrFail(facts, end.error, end.delayMs) : fail(facts, end.error, 'no_retry');
    case 'timed_out':
      return retryOrFail(facts, end.error, null);
    case 'handler_not_found':
      return retryOrFail(facts, end.error, null);
    case 'payload_invalid':
      return fail(facts, end.error, 'payload_invalid');
    case 'snoozed':
      return { kind: 'snoozed', delayMs: end.delayMs, reason: end.reason };
    case 'interrupted':
      return { kind: 'interrupted', reason: end.reason };
    case 'cancelled':
    case 'discarded':
      return { kind: end.kind, reason: end.reason };
  }
}

function retryOrFail(facts: OutcomeFacts, error: unknown, ownDelayMs: number | null): Outcome {
  const { execution, retryDelay } = facts;
  if (execution.tries >= maxTries(execution)) {
    return fail(
      facts,
      error,
      facts.end.kind === 'handler_not_found' ? 'handler_not_found' : 'retries_exhausted',
    );
  }
  const delayMs = ownDelayMs ?? retryDelay(execution.tries);
  return { kind: 'retry', status: statusOf(facts), error: toExecutionError(error), delayMs };
}

function fail(facts: OutcomeFacts, error: unknown, reason: ReasonCode): Outcome {
  const { deadLetterQueue } = facts;
  return { kind: 'failed', status: statusOf(facts), error: toExecutionError(error), reason, deadLetterQueue };
}

function statusOf({ end }: OutcomeFacts): 'failed' | 'timeout' {
  return end.kind === 'timed_out' ? 'timeout' : 'failed';
}
