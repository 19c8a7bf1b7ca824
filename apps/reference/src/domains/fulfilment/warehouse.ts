import type { AppStore, Collection, Row } from '../shared/app-store.js';
import type { CustomerOrder } from './customer-order.js';

/** The stock of one product, whose name is the id. */
export interface Stock extends Row {
  /** What no order has reserved. */
  readonly available: number;
  /** What is reserved and not yet handed to the carrier, by order. */
  readonly reserved: Readonly<Record<string, number>>;
}

export type Reservation = Pick<CustomerOrder, 'orderId' | 'product' | 'quantity'>;

export class OutOfStock extends Error {
  constructor({ orderId, product, quantity }: Reservation, available: number) {
    super(`order ${orderId} needs ${quantity} of ${product}, and ${available} are available`);
    this.name = 'OutOfStock';
  }
}

/** Every change is made once for each order, however often it is asked for, since a step may run again after its outcome was lost. */
export class Warehouse {
  constructor(private readonly stock: Collection<Stock>) {}

  /** Throws OutOfStock. */
  async reserve(reservation: Reservation): Promise<void> {
    const { orderId, product, quantity } = reservation;
    const found = await this.stock.update(product, (row) => {
      if (orderId in row.reserved) return row;
      if (row.available < quantity) throw new OutOfStock(reservation, row.available);
      const reserved = { ...row.reserved, [orderId]: quantity };
      return { ...row, available: row.available - quantity, reserved };
    });
    if (found === null) throw new OutOfStock(reservation, 0);
  }

  /** Puts back what is reserved for an order. */
  async release({ orderId, product }: Pick<Reservation, 'orderId' | 'product'>): Promise<void> {
    await this.stock.update(product, (row) => ({
      ...row,
      available: row.available + (row.reserved[orderId] ?? 0),
      reserved: without(row.reserved, orderId),
    }));
  }

  /** What was reserved for the order has left the warehouse. */
  async handOver({ orderId, product }: Pick<Reservation, 'orderId' | 'product'>): Promise<void> {
    await this.stock.update(product, (row) => ({ ...row, reserved: without(row.reserved, orderId) }));
  }
}

export function stock(store: AppStore): Collection<Stock> {
  return store.collection<Stock>('stock');
}

/** The stock of a new installation. */
export const SAMPLE_STOCK: readonly Stock[] = [
  { id: 'desk-lamp', available: 10_000, reserved: {} },
  { id: 'standing-desk', available: 2_000, reserved: {} },
];

function without(reserved: Stock['reserved'], orderId: string): Stock['reserved'] {
  return Object.fromEntries(Object.entries(reserved).filter(([id]) => id !== orderId));
}
