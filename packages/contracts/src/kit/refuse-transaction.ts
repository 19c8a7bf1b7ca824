import { FeatureNotSupported } from '../errors/errors.js';
import type { CallerTransaction } from '../values/caller-transaction.js';

/** Refuses the transaction of a caller, for stores whose `capabilities.transactions` is false. */
export function refuseTransaction(storeName: string, transaction: CallerTransaction | undefined): void {
  if (transaction === undefined) return;
  throw new FeatureNotSupported(
    'writing in the transaction of the caller',
    `the store ${storeName}`,
    'leave the transaction out, or use a store on a database',
  );
}
