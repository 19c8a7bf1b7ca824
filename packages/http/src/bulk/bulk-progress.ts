import { problemAnswer } from '../problems/problem.js';

/** `cancelling`: it ends after the item that is being carried out. `interrupted`: it ended before all rows were reached. */
export type BulkState = 'running' | 'cancelling' | 'completed' | 'cancelled' | 'interrupted';

/** Why an item was not carried out, or why no more of them were. */
export interface BulkReason {
  readonly code: string;
  readonly detail: string;
}

export interface BulkFailure extends BulkReason {
  readonly id: string;
}

/** Failures that are kept one by one. All of them are counted. */
export const MOST_FAILURES = 100;

/** How far a bulk action is. */
export class BulkProgress {
  done = 0;
  failed = 0;
  readonly failures: BulkFailure[] = [];
  private readonly byCode = new Map<string, number>();
  private ended: { readonly state: BulkState; readonly at: Date; readonly reason: BulkReason | null } | null =
    null;
  private wish: 'cancelled' | 'interrupted' | null = null;

  get state(): BulkState {
    if (this.ended !== null) return this.ended.state;
    return this.wish === 'cancelled' ? 'cancelling' : 'running';
  }

  get finishedAt(): Date | null {
    return this.ended?.at ?? null;
  }

  /** Why it was interrupted. Null: it was not. */
  get interruption(): BulkReason | null {
    return this.ended?.reason ?? null;
  }

  /** The failures by their codes. */
  get reasons(): readonly { readonly code: string; readonly count: number }[] {
    return [...this.byCode].map(([code, count]) => ({ code, count }));
  }

  /** Whether somebody wants it to end after the present item. */
  get isToStop(): boolean {
    return this.wish !== null;
  }

  stop(how: 'cancelled' | 'interrupted'): void {
    if (this.ended === null) this.wish ??= how;
  }

  fail(id: string, error: unknown): void {
    const reason = reasonOf(error);
    this.failed += 1;
    this.byCode.set(reason.code, (this.byCode.get(reason.code) ?? 0) + 1);
    if (this.failures.length < MOST_FAILURES) this.failures.push({ id, ...reason });
  }

  /** @param error what ended it before all rows were reached; null: nothing did, but for a wish to stop */
  end(at: Date, error: unknown = null): void {
    const state = error !== null ? 'interrupted' : (this.wish ?? 'completed');
    this.ended = { state, at, reason: state === 'interrupted' ? interruptionOf(error) : null };
  }
}

function interruptionOf(error: unknown): BulkReason {
  if (error !== null) return reasonOf(error);
  return { code: 'SHUTTING_DOWN', detail: 'the API of this node was closed; what was done stays done' };
}

/** The same that a single request would be answered. */
function reasonOf(error: unknown): BulkReason {
  const { code, detail } = problemAnswer(error, { limited: true }).problem;
  return { code, detail };
}
