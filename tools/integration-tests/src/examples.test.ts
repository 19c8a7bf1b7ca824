import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workspace } from './test-support/examples.js';

/** The built programs, as `npm run example` runs them. */
const PROGRAMS = join(workspace, 'apps/examples/dist');
const server = process.env['SCHEDULER_TEST_POSTGRES_URL'];

interface Expected {
  readonly name: string;
  readonly says: readonly (RegExp | string)[];
  readonly onServer?: boolean;
}

const EXPECTED: readonly Expected[] = [
  { name: 'basic', says: ['Good morning, Ada.', 'This is run 3 of 3.', 'The job is completed.'] },
  {
    name: 'cron',
    says: ['at 09:00 on weekdays, Europe/Berlin', /A second has begun\.[\s\S]*A second has begun\./],
  },
  {
    name: 'fluent',
    says: [
      'check_health: every 5 minutes, in default',
      'review: every 2 weeks on Monday and Thursday at 09:00, UTC',
      'weekly_sales: weekly on Friday at 17:00, UTC, in reports',
      'It is in sales.csv.',
      'It is in costs.csv.',
    ],
  },
  {
    name: 'typed',
    says: [
      'monthly-invoice runs monthly on the 1st at 08:00',
      '1 copy for globex: 99.00 €',
      'The invoice has the number globex-1.',
      'Refused: payload.cents:',
    ],
  },
  {
    name: 'decorators',
    says: [
      'Housekeeping.sweep: every second',
      'water: at 06:00',
      'Hello Ada.',
      'The report is written.',
      'Swept in 20',
    ],
  },
  { name: 'transactional', says: ['as promised, completed: orders 1, jobs 1, receipts 1'] },
  {
    name: 'workflow',
    says: [
      'The step approve: it waits for a decision',
      '2030-01: 1400, forecast 1500, note: well done, cover: none',
      'The workflow is completed.',
      /count_sales +map +find_regions +succeeded .*3\/3 items/,
      /print_cover .* skipped .*condition/,
    ],
  },
  {
    name: 'saga',
    says: [
      'The payment is returned, in attempt 2.',
      'The reservation is cancelled.',
      'The order is compensated',
      'The shop has 5 lamps and 0 cents.',
      /ship .* failed .*no carrier was found in attempt 2/,
    ],
  },
  {
    name: 'durable-function',
    says: [
      'Parcel 1 of 3 is on its way to Berlin, in attempt 1.',
      'Parcel 3 of 3 is on its way to Berlin, in attempt 2.',
      'The order ended as success after 2 attempts.',
      'The order ended as failed after 2 attempts.',
      /The payment is returned\.\nThe reservation is cancelled\.\nThe order ended as failed/,
      'The shop has 7 lamps and 3000 cents.',
    ],
  },
  {
    name: 'event-log',
    says: [
      'ExecutionEnqueued by user:ada',
      'Mail about {"pages":3}',
      '0 differences in 1 execution and 1 queue',
    ],
  },
  { name: 'batch', says: ['"processed":249,"failed":1', '"message":"nowhere is not an address"'] },
  { name: 'threads', says: ['Primes below 200000: {"primes":17984}', 'The endless one ended by timeout'] },
  { name: 'distributed', says: ['Two nodes on one SQLite file.', '40 of 40, each once'] },
  { name: 'distributed', says: ['Two processes on one PostgreSQL.', '40 of 40, each once'], onServer: true },
  {
    name: 'json-file',
    says: [
      'Good morning, Ada.',
      'Refused: reading statistics and metrics is not supported by the store json-file',
    ],
  },
  {
    name: 'postgres',
    says: ['After a restart it is the same job: true', 'It ran as occurrence 1 and 2.'],
    onServer: true,
  },
];

const execute = promisify(execFile);

describe.each(EXPECTED)('the example $name', ({ name, says, onServer = false }) => {
  const test = onServer && server === undefined ? it.skip : it;

  test(`runs and ends by itself${onServer ? ' on PostgreSQL' : ''} (F237)`, async () => {
    const { SCHEDULER_POSTGRES_URL: _, ...environment } = process.env;
    const { stdout } = await execute(process.execPath, [join(PROGRAMS, name, 'main.js')], {
      env: onServer ? { ...environment, SCHEDULER_POSTGRES_URL: server } : environment,
      timeout: 50_000,
    });
    for (const line of says) expect(stdout).toMatch(line);
  });
});

it('are all tested, listed in the README, and shown in the docs unchanged (F237)', async () => {
  const sources = join(workspace, 'apps/examples/src');
  const names = readdirSync(sources).filter((name) => readdirSync(join(sources, name)).includes('main.ts'));
  expect([...new Set(EXPECTED.map(({ name }) => name))].sort()).toEqual(names.sort());
  const readme = readFileSync(join(workspace, 'apps/examples/README.md'), 'utf8');
  expect(names.filter((name) => !readme.includes(`](src/${name})`))).toEqual([]);
  await execute(process.execPath, [join(workspace, 'tools/examples-page.mjs'), '--check']);
});
