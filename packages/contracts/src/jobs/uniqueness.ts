import type { ExecutionStatus } from '../states/execution-status.js';

/** What makes two executions of one type and one tenant equal. `args`: the payload, or some of its keys. */
export type UniqueBy = 'name' | 'queue' | 'args' | { readonly args: readonly string[] };

/** How an execution may have ended and still stand in the way of an equal one. */
export type UniqueEndState = Extract<ExecutionStatus, 'success' | 'failed' | 'timeout' | 'cancelled'>;

export const UNIQUE_END_STATES: readonly UniqueEndState[] = ['success', 'failed', 'timeout', 'cancelled'];

/** As long as an equal execution waits or runs, or has ended in one of `endStates`, no other one is made. */
export interface UniquePolicy {
  readonly by: readonly UniqueBy[];
  readonly endStates: readonly UniqueEndState[];
  /** So long after it was made an execution stands in the way of others at most. Null: without end. */
  readonly periodMs: number | null;
}

/** The place that an execution takes among its equals. A store holds it by a unique index. */
export interface Uniqueness {
  /** Equal for equal executions, of any tenant and type. */
  readonly key: string;
  readonly endStates: readonly UniqueEndState[];
  readonly periodMs: number | null;
  /** `skip`: an execution whose place is taken is stored as `skipped: unique_conflict`. Else it is refused: JobAlreadyExists, naming this key. */
  readonly onConflict: 'skip' | { readonly refuse: string };
}

/** Whether an execution in that status keeps its place, as far as the status decides. */
export function keepsUniqueKey(
  { endStates }: Pick<Uniqueness, 'endStates'>,
  status: ExecutionStatus,
): boolean {
  return status === 'pending' || status === 'running' || endStates.some((covered) => covered === status);
}
