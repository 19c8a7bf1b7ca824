import { FeatureNotSupported } from '../errors/errors.js';
import type { CallerTransaction } from '../values/caller-transaction.js';

/** For stores whose `capabilities.transactions` is false: nothing may be written outside of the transaction that was given. */
export function refuseTransaction(storeName: string, transaction: CallerTransaction | undefined): void {
  if (transaction === undefined) return;
  throw new FeatureNotSupported(
    'writing in the transaction of the caller',
    `the store ${storeName}`,
    'leave the transaction out, or use a store on a database',
  );
}
