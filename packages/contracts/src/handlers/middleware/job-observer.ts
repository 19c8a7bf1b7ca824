import type { Execution, ExecutionError } from '../../executions/execution.js';

type Ignored = Promise<void> | void;

/**
 * Observes attempts without changing them: it is not waited for, and its errors are logged. It is called after a change was committed, on
 * the node that made the change.
 *
 * @example
 * const alarm: JobObserver = { onDead: ({ execution, error }) => page(`${execution.type} is dead: ${error?.message}`) };
 */
export interface JobObserver {
  /** An attempt begins. */
  beforeJob?(notice: { readonly execution: Execution }): Ignored;
  /** An attempt has ended and its outcome is recorded. */
  afterJob?(notice: AttemptEndNotice): Ignored;
  /** An execution was put into its queue for the first time. In a transaction of the caller it is called after the commit. */
  onEnqueue?(notice: { readonly execution: Execution }): Ignored;
  /** An attempt failed, or its node died, and the execution waits for the next one. */
  onRetry?(notice: RetryNotice): Ignored;
  /** An execution became a dead letter. */
  onDead?(notice: DeadLetterNotice): Ignored;
}

export interface AttemptEndNotice {
  readonly execution: Execution;
  /** Null: the attempt did not fail. */
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
