import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transactionalScheduling } from './transactional.js';

const folder = mkdtempSync(join(tmpdir(), 'scheduler-example-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const URLS: readonly (readonly [name: string, url: string | undefined])[] = [
  ['SQLite', `sqlite:${join(folder, 'shop.db')}`],
  ['PostgreSQL', process.env['SCHEDULER_TEST_POSTGRES_URL']],
  ['MariaDB', process.env['SCHEDULER_TEST_MARIADB_URL']],
];

describe.each(URLS)('on %s', (_, url) => {
  const test = url === undefined ? it.skip : it;

  test('a rollback leaves no job, a commit exactly one', async () => {
    const lines: string[] = [];
    const isProven = await transactionalScheduling({ url: url ?? '', print: (line) => lines.push(line) });
    expect(lines).toEqual([
      'An order whose payment is declined: its transaction rolls back.',
      '  it failed: the payment was declined',
      '  as promised, rolled back: orders 0, jobs 0, receipts 0',
      'An order that is paid: its transaction commits.',
      '  as promised, committed: orders 1, jobs 1, receipts 0',
      'The job runs, and completes in the transaction that counts the receipt.',
      '  as promised, completed: orders 1, jobs 1, receipts 1',
    ]);
    expect(isProven).toBe(true);
  });
});
