import type { Order } from './orders.js';

export type Cell = string | number;

/** A report as a table, before it is formatted. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

export type Report = (orders: readonly Order[]) => Table;

/** Every order, oldest first. */
const sales: Report = (orders) => ({
  columns: ['order', 'placed_at', 'customer', 'region', 'product', 'quantity', 'amount'],
  rows: [...orders]
    .sort((left, right) => left.placedAt.localeCompare(right.placedAt))
    .map((order) => [
      order.id,
      order.placedAt,
      order.customer,
      order.region,
      order.product,
      order.quantity,
      money(amountCents(order)),
    ]),
});

const salesByRegion: Report = (orders) => {
  const regions = new Map<string, { orders: number; cents: number }>();
  for (const order of orders) {
    const region = regions.get(order.region) ?? { orders: 0, cents: 0 };
    regions.set(order.region, { orders: region.orders + 1, cents: region.cents + amountCents(order) });
  }
  return {
    columns: ['region', 'orders', 'amount'],
    rows: [...regions]
      .sort(([left], [right]) => left.localeCompare(right))
      .map(([region, sums]) => [region, sums.orders, money(sums.cents)]),
  };
};

export const REPORTS: ReadonlyMap<string, Report> = new Map([
  ['sales', sales],
  ['sales_by_region', salesByRegion],
]);

function amountCents(order: Order): number {
  return order.quantity * order.unitPriceCents;
}

function money(cents: number): string {
  return (cents / 100).toFixed(2);
}
