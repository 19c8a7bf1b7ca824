import type { Step } from '../../api/shapes.js';

/** How a step is shown: as its status, or as its rollback where that has begun. */
export type ShownState =
  | 'waiting'
  | 'active'
  | 'asks'
  | 'succeeded'
  | 'failed'
  | 'skipped'
  | 'cancelled'
  | 'undoing'
  | 'undone'
  | 'undo failed';

export function shownState(step: Step): ShownState {
  if (step.undo !== null) return UNDO[step.undo.status];
  if (waitsForSomebody(step)) return 'asks';
  return step.status as ShownState;
}

const UNDO = { active: 'undoing', done: 'undone', failed: 'undo failed' } as const;

/** Whether an approval or a signal is all that it waits for. */
export function waitsForSomebody({ kind, status, asking }: Step): boolean {
  return (kind === 'approval' || kind === 'signal') && status === 'active' && !asking;
}

/** The word below the name of a step. */
export function stateText(step: Step): string {
  const { children, decision, kind } = step;
  const state = shownState(step);
  if (state === 'asks') return kind === 'approval' ? 'waits for approval' : 'waits for a signal';
  if (decision !== null) return decision.approved ? 'approved' : 'rejected';
  if (children !== null && state === 'active') return `${children.ended} of ${children.total ?? '?'} items`;
  return state;
}

/** The tone of each state, by a status that the style sheet knows. */
export const STATUS_LIKE: Readonly<Record<ShownState, string>> = {
  waiting: 'pending',
  active: 'running',
  asks: 'paused',
  succeeded: 'success',
  failed: 'failed',
  skipped: 'skipped',
  cancelled: 'cancelled',
  undoing: 'paused',
  undone: 'timeout',
  'undo failed': 'failed',
};
