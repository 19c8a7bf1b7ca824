import {
  type DurationInput,
  type Execution,
  type JobHandler,
  type Logger,
  type NamedPolicy,
  type Randomness,
  toMilliseconds,
} from '@scheduler/contracts';
import type { SchedulerConfig } from '../../config/scheduler-config.js';
import {
  type ErrorClassification,
  classifyError,
  type ErrorClassifier,
} from '../../policies/failures/classify-error.js';
import { backoffFor, type FailurePolicy, retriesFor } from '../../policies/failures/next-action.js';
import type { HandlerRegistry } from '../handlers/handler-registry.js';
import { backoffDelay } from '../../policies/failures/backoff.js';
import { createRedact, type Redact } from '../../support/redaction/redact.js';
import type { OutcomeRules } from './decide-outcome.js';

export interface OutcomeRulesParts {
  readonly config: Pick<SchedulerConfig, 'deadLetters'>;
  readonly handlers: Pick<HandlerRegistry, 'resolve'>;
  readonly randomness: Randomness;
  readonly logger: Logger;
  /** Takes secrets out of what is stored. Default: those that every node knows. */
  readonly redact?: Redact;
  /** The application's own classification of errors, which comes before the built-in one. */
  readonly classifyError?: ErrorClassifier;
}

/** What this node's configuration, its handlers and the policy of an execution say about failures. */
export function outcomeRules(parts: OutcomeRulesParts): OutcomeRules {
  const { enabled, queue } = parts.config.deadLetters;
  return {
    redact: parts.redact ?? createRedact(),
    deadLetterQueue: enabled ? queue : null,
    classify: (error) => classifyError(error, parts.classifyError),
    retriesFor: ({ policy }, error) => retriesFor(error, failurePolicy(policy)),
    retryDelay: (execution, retry, error) => retryDelay(parts, execution, { retry, error }),
  };
}

const RETRIES_NAMED: readonly NamedPolicy[] = ['maxRetries'];

/** What was stored before named policies were noted keeps the retries that it has. */
function failurePolicy({ maxRetries, backoff, named = RETRIES_NAMED }: Execution['policy']): FailurePolicy {
  return { maxRetries, backoff, named };
}

/** The backoff of the handler wins, unless it is invalid. */
function retryDelay(
  parts: OutcomeRulesParts,
  { type, policy }: Pick<Execution, 'type' | 'policy'>,
  { retry, error }: { readonly retry: number; readonly error: ErrorClassification },
): number {
  try {
    const own = ownBackoff(parts.handlers.resolve(type), { type, policy }, retry);
    if (own !== null) return toMilliseconds(own, 'backoff');
  } catch (error) {
    parts.logger.warn('the backoff of the handler was ignored', { type, error: String(error) });
  }
  return backoffDelay(backoffFor(error, failurePolicy(policy)), retry, parts.randomness.next());
}

/** The delay that a handler wants, or the one that it calls in place of itself. Null: the policy decides. */
function ownBackoff(
  handler: JobHandler,
  { type, policy }: Pick<Execution, 'type' | 'policy'>,
  retry: number,
): DurationInput | null {
  const called = handler.delegatesTo?.(type) ?? null;
  if (called === null) return handler.backoff?.(retry) ?? null;
  return policy.named?.includes('backoff') === true ? null : (called.backoff?.(retry) ?? null);
}
