import type { IdempotentResponse } from '../access/idempotent-response.js';

/**
 * Which requests were made with which idempotency key, and what they were answered, so that a repeated request is not carried out twice. An
 * entry belongs to a key within a scope. The store's time decides what has expired.
 */
export interface IdempotencyRepository {
  /**
   * Takes the key for a request, atomically: of several at once, one is told `new`. An entry that has expired counts as none. One whose holder has
   * not answered within its lock time is given to the next request with the same hash. The holder itself is told `new` again, so that a lost answer does not lock
   * it out.
   */
  begin(request: BeginIdempotent): Promise<IdempotencyState>;

  /** Stores the answer. False: the entry is gone, or another holder has it. */
  complete(request: CompleteIdempotent): Promise<boolean>;

  /** Frees the key, so that the request can be repeated. An entry that is answered, or that another holder has, stays. */
  abandon(request: IdempotencyHold): Promise<void>;

  /** Deletes entries that expired before an instant, at most `limit`. Returns how many. */
  prune(request: PruneIdempotent): Promise<number>;

  /** Deletes entries of a tenant. Returns how many, 0 when none is left. */
  deleteOfTenant(request: { readonly tenant: string; readonly limit: number }): Promise<number>;
}

/** What a request holds while it is carried out. */
export interface IdempotencyHold {
  /** Whose key it is: the id of the principal. Others may use the same key for something else. */
  readonly scope: string;
  /** As the client gave it, at most 255 characters. */
  readonly key: string;
  /** Unique for each attempt to carry out a request. */
  readonly holder: string;
}

export interface BeginIdempotent extends IdempotencyHold {
  /** The tenant with which the entry is deleted. Null: none. */
  readonly tenant: string | null;
  /** Of everything that makes the request what it is, at most 64 characters. The same key with another hash is a mismatch. */
  readonly requestHash: string;
  /** How long the holder may take before another may take the key over. */
  readonly lockMs: number;
  /** How long the entry is kept. */
  readonly ttlMs: number;
}

export interface CompleteIdempotent extends IdempotencyHold {
  readonly response: IdempotentResponse;
}

export type IdempotencyState =
  /** The request is to be carried out, and then completed or abandoned. */
  | { readonly kind: 'new' }
  /** Another request with the key is being carried out. */
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly response: IdempotentResponse }
  /** The key was used for another request. */
  | { readonly kind: 'mismatch' };

export interface PruneIdempotent {
  readonly before: Date;
  readonly limit: number;
}
