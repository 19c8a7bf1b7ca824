import type { ExecutionStatus } from '../states/execution-status.js';

/** What makes two executions of one type and one tenant equal. `args`: the payload, or some of its keys. */
export type UniqueBy = 'name' | 'queue' | 'args' | { readonly args: readonly string[] };

/** The final statuses in which an execution can keep its unique key. */
export type UniqueEndState = Extract<ExecutionStatus, 'success' | 'failed' | 'timeout' | 'cancelled'>;

export const UNIQUE_END_STATES: readonly UniqueEndState[] = ['success', 'failed', 'timeout', 'cancelled'];

/** While an equal execution waits, runs, or has ended in one of `endStates`, no other one is created. */
export interface UniquePolicy {
  readonly by: readonly UniqueBy[];
  readonly endStates: readonly UniqueEndState[];
  /** How long after its creation an execution keeps its unique key at most. Null: without limit. */
  readonly periodMs: number | null;
}

/** The unique key of an execution, which a store enforces by a unique index. */
export interface Uniqueness {
  /** Equal for equal executions. It includes the tenant. */
  readonly key: string;
  readonly endStates: readonly UniqueEndState[];
  readonly periodMs: number | null;
  /**
   * If the key is taken, `skip` stores the execution as `skipped: unique_conflict`. Otherwise JobAlreadyExists is thrown, which names the
   * given key.
   */
  readonly onConflict: 'skip' | { readonly refuse: string };
}

/** Whether an execution in this status keeps its unique key. Its period is not considered. */
export function keepsUniqueKey(
  { endStates }: Pick<Uniqueness, 'endStates'>,
  status: ExecutionStatus,
): boolean {
  return status === 'pending' || status === 'running' || endStates.some((covered) => covered === status);
}
