import type { CallerTransaction } from '@scheduler/contracts';
import { refuseTransaction as refuse } from '@scheduler/contracts/adapter';

export const STORE_NAME = 'memory';

export function refuseTransaction(transaction: CallerTransaction | undefined): void {
  refuse(STORE_NAME, transaction);
}
