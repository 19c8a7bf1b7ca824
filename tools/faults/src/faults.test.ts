import { type Ended, runFaults } from './test-support/programs.js';

jest.setTimeout(600_000);

interface Cell {
  readonly fault: string;
  readonly store: string;
  readonly state: string;
  readonly runs: readonly { readonly violations: readonly { readonly message: string }[] }[];
}

/** A short version of `npm run faults -- --all`; less short with `npm test -- --full`. */
const SECONDS = process.env['SCHEDULER_TEST_BUDGET'] === 'full' ? '20' : '3';
const HOW = ['--seconds', SECONDS, '--seed', '7', '--json'];

interface Short {
  readonly column: string;
  readonly faults: readonly string[];
  readonly args: readonly string[];
}

function short(faults: readonly string[], store: string, queue?: string): Short {
  const args = ['--fault', faults.join(','), '--store', store, ...(queue ? ['--queue', queue] : []), ...HOW];
  return { column: queue ? `${store}+${queue}` : store, faults, args };
}

const WORKERS = ['kill-storm', 'zombie'];
const hasPostgres = Boolean(process.env['SCHEDULER_TEST_POSTGRES_URL']);
const hasRedis = Boolean(process.env['SCHEDULER_TEST_REDIS_URL']);
const SHORTS: readonly Short[] = [
  short(WORKERS, 'sqlite'),
  ...(hasPostgres ? [short(WORKERS, 'postgres')] : []),
  ...(hasRedis ? [short(['kill-storm'], 'redis')] : []),
  ...(hasPostgres && hasRedis ? [short(['flushall'], 'postgres', 'bullmq')] : []),
];

/** Compares the violations first, because they say more than the state. */
function expectGreen({ column, faults }: Short, { code, stdout, stderr }: Ended): void {
  if (stdout === '') throw new Error(stderr);
  const { cells } = JSON.parse(stdout) as { readonly cells: readonly Cell[] };
  const broken = cells.flatMap(({ runs }) => runs.flatMap(({ violations }) => violations));
  expect(broken).toEqual([]);
  expect(cells.map(({ fault, store, state }) => `${fault} on ${store} ${state}`)).toEqual(
    faults.map((fault) => `${fault} on ${column} green`),
  );
  expect(code).toBe(0);
}

describe('npm run faults', () => {
  let help: Ended;
  const runs = new Map<string, Promise<Ended>>();

  // The runs are parallel, since they mostly wait, and begin after one program has compiled the packages.
  beforeAll(async () => {
    help = await runFaults(['--help']);
    for (const { column, args } of SHORTS) runs.set(column, runFaults(args));
    runs.set('wrong', runFaults(['--fault', 'kill-strom']));
  });
  afterAll(() => Promise.all(runs.values()));

  it('shows its options, and refuses unknown ones', async () => {
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('kill-storm') });
    expect(await runs.get('wrong')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Did you mean 'kill-storm'?"),
    });
  });

  it.each(SHORTS)('keeps the promises on $column', async (run) => {
    const ended = await runs.get(run.column);
    if (ended !== undefined) expectGreen(run, ended);
    expect(ended).toBeDefined();
  });
});
