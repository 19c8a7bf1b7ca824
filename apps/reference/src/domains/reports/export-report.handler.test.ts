import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { fakeContext, NOON } from '../../test-support/fake-context.js';
import { fakeJob } from '../../test-support/fake-job.js';
import { clockAt } from '../../test-support/fake-ports.js';
import { temporaryFolders } from '../../test-support/temporary-folder.js';
import { AppStore } from '../shared/app-store.js';
import { EXPORT_REPORT, ExportReportHandler } from './export-report.handler.js';
import { type Order, orders, sampleOrders } from './orders.js';
import { type Exported, ReportService } from './report.service.js';
import { reportDemoSchedules, reportSchedules } from './reports.schedules.js';

const order = (overrides: Partial<Order>): Order => ({
  id: 'order-1',
  customer: 'Contoso',
  region: 'emea',
  product: 'Team plan',
  quantity: 2,
  unitPriceCents: 4905,
  placedAt: '2027-03-10T08:00:00.000Z',
  ...overrides,
});

describe('export_report', () => {
  const newFolder = temporaryFolders();

  async function setUp(...rows: readonly Order[]) {
    const folder = newFolder();
    const collection = orders(new AppStore(folder, clockAt()));
    await collection.insert(...rows);
    return { folder, handler: new ExportReportHandler(new ReportService(collection, `${folder}/reports`)) };
  }

  async function exportReport(handler: ExportReportHandler, payload: unknown): Promise<Exported> {
    const result = await handler.handle(fakeJob(EXPORT_REPORT, payload), fakeContext());
    if (result.kind !== 'succeeded') throw new Error(`the export ended as ${result.kind}`);
    return result.output as Exported;
  }

  it('writes a CSV with every order, quoted where needed', async () => {
    const { handler } = await setUp(
      order({ id: 'order-2', customer: 'Northwind "Retail", Ltd', placedAt: '2027-03-10T09:00:00.000Z' }),
      order({ id: 'order-1', customer: '=HYPERLINK("http://evil")' }),
    );
    const { file, rows } = await exportReport(handler, { report: 'sales' });
    expect(rows).toBe(2);
    expect(basename(file)).toBe('sales-all-20270310T120000Z.csv');
    expect(readFileSync(file, 'utf8')).toBe(
      'order,placed_at,customer,region,product,quantity,amount\r\n' +
        'order-1,2027-03-10T08:00:00.000Z,"\'=HYPERLINK(""http://evil"")",emea,Team plan,2,98.10\r\n' +
        'order-2,2027-03-10T09:00:00.000Z,"Northwind ""Retail"", Ltd",emea,Team plan,2,98.10\r\n',
    );
    expect(statSync(file).mtime).toEqual(NOON);
  });

  it('writes JSON with sums for each region', async () => {
    const { handler } = await setUp(
      order({ id: '1' }),
      order({ id: '2', region: 'apac', quantity: 1 }),
      order({ id: '3', quantity: 1 }),
    );
    const { file, rows } = await exportReport(handler, { report: 'sales_by_region', format: 'json' });
    expect(rows).toBe(2);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([
      { region: 'apac', orders: 1, amount: '49.05' },
      { region: 'emea', orders: 2, amount: '147.15' },
    ]);
  });

  it.each([
    ['day', 1],
    ['week', 2],
    ['all', 3],
  ])('reports on the %s before its nominal instant', async (period, rows) => {
    const { handler } = await setUp(
      order({ id: 'today', placedAt: '2027-03-10T11:59:59.999Z' }),
      order({ id: 'three days ago', placedAt: '2027-03-07T12:00:00.000Z' }),
      order({ id: 'last month', placedAt: '2027-02-01T12:00:00.000Z' }),
      order({ id: 'of the next period', placedAt: NOON.toISOString() }),
    );
    expect(await exportReport(handler, { report: 'sales', period })).toMatchObject({ rows });
  });

  it('writes the same file again in another attempt', async () => {
    const { handler } = await setUp(order({}));
    const first = await exportReport(handler, { report: 'sales' });
    expect(await exportReport(handler, { report: 'sales' })).toEqual(first);
  });

  it('gives up at once on a report that does not exist', async () => {
    const { handler } = await setUp();
    const result = await handler.handle(fakeJob(EXPORT_REPORT, { report: 'profit' }), fakeContext());
    expect(result).toMatchObject({ kind: 'failed', retry: false });
    expect(result).toHaveProperty(
      'error.message',
      'there is no report "profit"; available: sales, sales_by_region',
    );
  });

  it('retries later when the disk is full, and throws other errors', async () => {
    const failing = (error: Error) => new ExportReportHandler({ export: () => Promise.reject(error) });
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const job = fakeJob(EXPORT_REPORT, { report: 'sales' });
    expect(await failing(full).handle(job, fakeContext())).toEqual({
      kind: 'failed',
      error: full,
      retry: true,
      delay: '30s',
    });
    const bug = new TypeError('a bug');
    await expect(failing(bug).handle(job, fakeContext())).rejects.toBe(bug);
  });

  it('refuses invalid payloads', async () => {
    const { handler } = await setUp();
    expect(() => handler.validate({ report: 'sales', format: 'pdf' })).toThrow(
      /payload\.format: .* got "pdf"; accepted: csv, json/,
    );
    expect(() => handler.validate({})).toThrow(/payload\.report/);
    expect(() => handler.validate(null)).toThrow(/payload: is not an object/);
  });

  it('accepts the payloads of its own schedules', async () => {
    const { handler } = await setUp();
    for (const { type, payload } of [...reportSchedules, ...reportDemoSchedules]) {
      expect(type).toBe(EXPORT_REPORT);
      handler.validate(payload);
    }
  });

  it('has sample orders for a new installation, all in the past and with different ids', () => {
    const sample = sampleOrders(NOON);
    expect(new Set(sample.map(({ id }) => id)).size).toBe(sample.length);
    expect(sample.every(({ placedAt }) => Date.parse(placedAt) < NOON.getTime())).toBe(true);
    expect(sample).toEqual(sampleOrders(NOON));
  });
});
