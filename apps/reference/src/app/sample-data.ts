import { join } from 'node:path';
import { SAMPLE_STOCK, stock } from '../domains/fulfilment/warehouse.js';
import { orders, sampleOrders } from '../domains/reports/orders.js';
import type { AppStore } from '../domains/shared/app-store.js';
import { writeFileAtomically } from '../domains/shared/files.js';
import { reportsFolder } from '../wiring/reports.module.js';

const EXPIRED_AFTER_MS = 100 * 86_400_000;

/** Adds orders to a new installation, so that its reports are not empty. */
export async function addSampleOrders(store: AppStore, now: Date): Promise<void> {
  const collection = orders(store);
  if ((await collection.all()).length === 0) await collection.fill(sampleOrders(now));
}

/** Adds products to a new installation, so that orders can be fulfilled. */
export async function addSampleStock(store: AppStore): Promise<void> {
  const collection = stock(store);
  if ((await collection.all()).length === 0) await collection.fill(SAMPLE_STOCK);
}

/** Adds an export that is older than the retention, so that the cleanup has something to delete. */
export async function addExpiredReport(dataDir: string, now: Date): Promise<void> {
  await writeFileAtomically({
    path: join(reportsFolder(dataDir), 'sales-all-long-ago.csv'),
    text: 'order,amount\r\n',
    at: new Date(now.getTime() - EXPIRED_AFTER_MS),
  });
}
