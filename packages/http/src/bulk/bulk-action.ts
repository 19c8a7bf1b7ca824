import type { JsonObject } from '@scheduler/contracts';
import type { Principal } from '../access/principal.js';
import type { BulkProgress } from './bulk-progress.js';

/** What is to be done with every row that matches. */
export interface BulkRequest {
  /** The operation of a single write, such as `executions.retry`. */
  readonly action: string;
  /** As it was asked for. */
  readonly filter: JsonObject;
  readonly principal: Principal;
  /** Whose rows. Null: those of all tenants. */
  readonly tenant: string | null;
  readonly reason: string | null;
  /** The id of the request that began it, which the records of its items in the audit log have too. */
  readonly requestId: string;
  /** The ids of the rows, some at a time and each once. */
  readonly ids: () => AsyncIterable<readonly string[]>;
  /** Carries out the action for one row, as a single request would. */
  readonly carryOut: (id: string) => Promise<unknown>;
}

export interface BulkAction extends Omit<BulkRequest, 'ids' | 'carryOut'> {
  readonly id: string;
  /** How many rows matched when it began. */
  readonly matched: number;
  readonly createdAt: Date;
  readonly progress: BulkProgress;
}
