/** What undoes a finished step of a handler. */
export type DurableRollback<TResult> = (step: FinishedStep<TResult>) => unknown;

export interface FinishedStep<TResult> {
  readonly name: string;
  /** What the function of the step returned, as it was stored. */
  readonly output: TResult;
  /** Aborted when the rollback has taken longer than the handler may, when the lease is lost, and at shutdown. */
  readonly signal: AbortSignal;
}

export interface DurableStepOptions<TResult> {
  /**
   * Called when the execution fails for good or is cancelled, after the rollbacks of all steps that were finished later. It may be called more
   * than once, because a node may be lost while it runs. Default: the step is left as it is.
   */
  readonly rollback?: DurableRollback<TResult>;
}
