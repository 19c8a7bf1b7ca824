import type { AppStore, Collection, Row } from '../shared/app-store.js';

/** The payment of one order, whose id it has. */
export interface Payment extends Row {
  readonly cents: number;
  readonly status: 'charged' | 'refunded';
  /** When the status was set, as ISO 8601. */
  readonly at: string;
}

/** A stand-in for a payment provider: one payment for each order, however often it is charged or refunded. */
export class Payments {
  constructor(private readonly payments: Collection<Payment>) {}

  async charge({ orderId, cents, at }: { orderId: string; cents: number; at: Date }): Promise<void> {
    const charged: Payment = { id: orderId, cents, status: 'charged', at: at.toISOString() };
    const known = await this.payments.update(orderId, (row) => (row.status === 'charged' ? row : charged));
    if (known === null) await this.payments.insert(charged);
  }

  /** True: money went back. False: the order was not charged, or refunded before. */
  async refund({ orderId, at }: { orderId: string; at: Date }): Promise<boolean> {
    let refunded = false;
    await this.payments.update(orderId, (row) => {
      if (row.status === 'refunded') return row;
      refunded = true;
      return { ...row, status: 'refunded', at: at.toISOString() };
    });
    return refunded;
  }
}

export function payments(store: AppStore): Collection<Payment> {
  return store.collection<Payment>('payments');
}
