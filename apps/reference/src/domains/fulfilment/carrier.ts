import type { Outbox } from '../shared/outbox.js';
import type { CustomerOrder } from './customer-order.js';

export class NoDelivery extends Error {
  constructor({ orderId, country }: CustomerOrder) {
    super(`the carrier does not deliver order ${orderId} to ${country}`);
    this.name = 'NoDelivery';
  }
}

/** Where no parcel goes. */
const NOT_SERVED: ReadonlySet<string> = new Set(['Atlantis']);

/** A stand-in for a carrier: a label is a file that is written once for each order. */
export class Carrier {
  constructor(private readonly labels: Pick<Outbox, 'deliver'>) {}

  /** Resolves to the file of the label. Throws NoDelivery. */
  async ship(order: CustomerOrder, at: Date): Promise<string> {
    if (NOT_SERVED.has(order.country)) throw new NoDelivery(order);
    const text = `${order.quantity} × ${order.product}\nfor ${order.email}, ${order.country}\n`;
    return (await this.labels.deliver({ key: `order-${order.orderId}`, text, at })).file;
  }
}
