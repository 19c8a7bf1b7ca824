import { type Execution, type ExecutionError, maxAttempts, type ReasonCode } from '@scheduler/contracts';
import type { Outcome } from '@scheduler/contracts/adapter';
import { type ErrorClassification, UNCLASSIFIED } from '../../policies/failures/classify-error.js';
import type { AttemptEnd } from '../../policies/failures/attempt-end.js';
import { toExecutionError } from '../../policies/failures/execution-error.js';
import type { Redact } from '../../support/redaction/redact.js';

/** The execution that has ended, as far as it matters for what follows. */
export type OutcomeExecution = Pick<Execution, 'type' | 'jobId' | 'attemptsUsed' | 'policy'>;

/** What is the same for all attempts of a node. */
export interface OutcomeRules {
  /** The delay before retry n, by the handler's own backoff, by what the error says, or by the policy. */
  readonly retryDelay: (execution: OutcomeExecution, retry: number, error: ErrorClassification) => number;
  /** What an error says about trying again. */
  readonly classify: (error: unknown) => ErrorClassification;
  /** How many retries an error leaves of the budget. */
  readonly retriesFor: (execution: OutcomeExecution, error: ErrorClassification) => number;
  /** Null: dead letters are off. */
  readonly deadLetterQueue: string | null;
  /** Takes secrets out of errors and reasons before they are stored. */
  readonly redact: Redact;
}

export interface OutcomeFacts {
  readonly end: Exclude<AttemptEnd, { readonly kind: 'lost' }>;
  readonly execution: OutcomeExecution;
  readonly rules: OutcomeRules;
}

/** What follows from the end of an attempt. No I/O, no clock: the same facts have the same outcome. */
export function decideOutcome(facts: OutcomeFacts): Outcome {
  const { end } = facts;
  switch (end.kind) {
    case 'succeeded':
      return { kind: 'succeeded', output: end.output };
    case 'failed':
      return end.retry ? decideFailure(facts, end) : fail(facts, end.error, 'no_retry');
    case 'timed_out':
    case 'handler_not_found':
      return retryOrFail(facts, end.error, () => delayOf(facts, UNCLASSIFIED));
    case 'payload_invalid':
      return fail(facts, end.error, 'payload_invalid');
    case 'snoozed':
      return { kind: 'snoozed', delayMs: end.delayMs, reason: cleaned(facts, end.reason) };
    case 'interrupted':
      return { kind: 'interrupted', reason: end.reason };
    case 'cancelled':
    case 'discarded':
      return { kind: end.kind, reason: cleaned(facts, end.reason) };
  }
}

function cleaned({ rules }: OutcomeFacts, reason: string | null): string | null {
  return reason === null ? null : rules.redact(reason);
}

function delayOf({ execution, rules }: OutcomeFacts, error: ErrorClassification): number {
  return rules.retryDelay(execution, execution.attemptsUsed, error);
}

/** A handler that asks for a retry itself overrules the class of the error. */
function decideFailure(facts: OutcomeFacts, end: Extract<AttemptEnd, { readonly kind: 'failed' }>): Outcome {
  const { execution, rules } = facts;
  const classified = end.forceRetry === true ? UNCLASSIFIED : rules.classify(end.error);
  if (!classified.retryable) return giveUp(facts, end.error, { classified, reason: 'no_retry' });
  if (execution.attemptsUsed > rules.retriesFor(execution, classified))
    return giveUp(facts, end.error, { classified, reason: 'retries_exhausted' });
  return retryAfter(facts, end.error, end.delayMs ?? delayOf(facts, classified));
}

interface GivingUp {
  readonly classified: ErrorClassification;
  readonly reason: ReasonCode;
}

function giveUp(facts: OutcomeFacts, error: unknown, { classified, reason }: GivingUp): Outcome {
  return fail(facts, error, reason, isDiscarded(facts, classified) ? null : facts.rules.deadLetterQueue);
}

/** A terminal failure of a job is found in its history. Enqueued work has no job, so that it becomes a dead letter, or nobody would find it. */
function isDiscarded({ execution }: OutcomeFacts, { fallback, namesFallback }: ErrorClassification): boolean {
  return fallback === 'discard' && (namesFallback || execution.jobId !== null);
}

function retryOrFail(facts: OutcomeFacts, error: unknown, delay: () => number): Outcome {
  const { execution } = facts;
  if (execution.attemptsUsed >= maxAttempts(execution)) {
    return fail(
      facts,
      error,
      facts.end.kind === 'handler_not_found' ? 'handler_not_found' : 'retries_exhausted',
    );
  }
  return retryAfter(facts, error, delay());
}

function retryAfter(facts: OutcomeFacts, error: unknown, delayMs: number): Outcome {
  return { kind: 'retry', status: statusOf(facts), error: stored(facts, error), delayMs };
}

function fail(
  facts: OutcomeFacts,
  error: unknown,
  reason: ReasonCode,
  deadLetterQueue = facts.rules.deadLetterQueue,
): Outcome {
  return { kind: 'failed', status: statusOf(facts), error: stored(facts, error), reason, deadLetterQueue };
}

function stored({ rules }: OutcomeFacts, error: unknown): ExecutionError {
  return toExecutionError(error, rules.classify(error).errorClass, rules.redact);
}

function statusOf({ end }: OutcomeFacts): 'failed' | 'timeout' {
  return end.kind === 'timed_out' ? 'timeout' : 'failed';
}
