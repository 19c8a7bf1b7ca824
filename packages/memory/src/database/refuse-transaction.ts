import { type CallerTransaction, FeatureNotSupported } from '@scheduler/contracts';

export const STORE_NAME = 'memory';

export function refuseTransaction(transaction: CallerTransaction | undefined): void {
  if (transaction === undefined) return;
  throw new FeatureNotSupported(
    'writing in the transaction of the caller',
    `the store ${STORE_NAME}`,
    'leave the transaction out, or use a store on a database',
  );
}
