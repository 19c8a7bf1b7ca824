import type { Execution, ExecutionError } from '../../executions/execution.js';

type Ignored = Promise<void> | void;

/**
 * Looks on, and changes nothing: nobody waits for it, and what it throws is logged. It is told after the change was committed, and by
 * the node that made the change.
 *
 * @example
 * const alarm: JobObserver = { onDead: ({ execution, error }) => page(`${execution.type} is dead: ${error?.message}`) };
 */
export interface JobObserver {
  /** An attempt begins. */
  beforeJob?(told: { readonly execution: Execution }): Ignored;
  /** An attempt has ended and its outcome is recorded. */
  afterJob?(told: AttemptEndNotice): Ignored;
  /** An execution was put into its queue for the first time. Inside a transaction of the caller nobody is told. */
  onEnqueue?(told: { readonly execution: Execution }): Ignored;
  /** An attempt failed, or its node died, and the execution waits for the next one. */
  onRetry?(told: RetryNotice): Ignored;
  /** An execution became a dead letter. */
  onDead?(told: DeadLetterNotice): Ignored;
}

export interface AttemptEndNotice {
  readonly execution: Execution;
  /** Null: it did not fail. */
  readonly error: ExecutionError | null;
  readonly durationMs: number;
}

export interface RetryNotice {
  readonly execution: Execution;
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  readonly error: ExecutionError | null;
}

export interface DeadLetterNotice {
  readonly execution: Execution;
  readonly error: ExecutionError | null;
}
