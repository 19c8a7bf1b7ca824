import type { IdempotentResponse } from '../access/idempotent-response.js';
import type { BeginIdempotent, IdempotencyState } from '../ports/idempotency-repository.js';

/** A request that took its key before, as a store keeps it. */
export interface IdempotencyEntry {
  readonly requestHash: string;
  readonly holder: string;
  readonly lockedUntil: Date;
  readonly expiresAt: Date;
  /** Null: it is not answered yet. */
  readonly response: IdempotentResponse | null;
}

/** What a request is told about its key. `new`: it takes the place of the entry. */
export function stateForRequest(
  entry: IdempotencyEntry | null,
  { requestHash, holder }: Pick<BeginIdempotent, 'requestHash' | 'holder'>,
  now: Date,
): IdempotencyState {
  if (entry === null || entry.expiresAt <= now) return { kind: 'new' };
  if (entry.requestHash !== requestHash) return { kind: 'mismatch' };
  if (entry.response !== null) return { kind: 'done', response: entry.response };
  return { kind: entry.holder === holder || entry.lockedUntil <= now ? 'new' : 'running' };
}
