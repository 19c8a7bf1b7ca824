import type { AppStore, Collection, Row } from '../shared/app-store.js';

export interface Order extends Row {
  readonly customer: string;
  readonly region: 'emea' | 'americas' | 'apac';
  readonly product: string;
  readonly quantity: number;
  readonly unitPriceCents: number;
  /** ISO 8601. */
  readonly placedAt: string;
}

export function orders(store: AppStore): Collection<Order> {
  return store.collection<Order>('orders');
}

const CUSTOMERS = ['Mario Pizza', 'Bäckerei Süd, Inh. Kurz', 'Northwind "Retail"', 'Contoso', 'Fabrikam'];
const PRODUCTS = [
  ['Team plan', 4900],
  ['Business plan', 9900],
  ['Extra seat', 900],
] as const;
const REGIONS: readonly Order['region'][] = ['emea', 'americas', 'apac'];
const SAMPLE_SIZE = 60;
const HOUR_MS = 3_600_000;

/** Sample orders of the last twenty days for a new installation. The same instant gives the same orders. */
export function sampleOrders(now: Date): readonly Order[] {
  return Array.from({ length: SAMPLE_SIZE }, (_, index) => {
    const [product, unitPriceCents] = pick(PRODUCTS, index * 7);
    return {
      id: `order-${String(index + 1).padStart(4, '0')}`,
      customer: pick(CUSTOMERS, index * 3),
      region: pick(REGIONS, index),
      product,
      quantity: 1 + (index % 4),
      unitPriceCents,
      placedAt: new Date(now.getTime() - (SAMPLE_SIZE - index) * 8 * HOUR_MS).toISOString(),
    };
  });
}

function pick<TItem>(items: readonly TItem[], index: number): TItem {
  return items[index % items.length] as TItem;
}
