import { type Ended, runFaults } from './test-support/programs.js';

jest.setTimeout(600_000);

interface Cell {
  readonly fault: string;
  readonly store: string;
  readonly state: string;
  readonly runs: readonly { readonly violations: readonly { readonly message: string }[] }[];
}

/** A short version of `npm run faults -- --all`; less short with `npm test -- --full`, and workflows then have their whole size. */
const isFull = process.env['SCHEDULER_TEST_BUDGET'] === 'full';
const SIZES = isFull ? [] : ['--runs', '12', '--items', '30'];
const HOW = ['--seconds', isFull ? '20' : '3', '--seed', '7', '--json', ...SIZES];

interface Short {
  readonly name: string;
  readonly column: string;
  readonly faults: readonly string[];
  readonly args: readonly string[];
}

function short(faults: readonly string[], store: string, queue?: string): Short {
  const args = ['--fault', faults.join(','), '--store', store, ...(queue ? ['--queue', queue] : []), ...HOW];
  const column = queue ? `${store}+${queue}` : store;
  return { name: `${faults.join(' and ')} on ${column}`, column, faults, args };
}

const WORKERS = ['kill-storm', 'zombie'];
const WORKFLOWS = ['workflow-storm', 'map-crash'];
const hasPostgres = Boolean(process.env['SCHEDULER_TEST_POSTGRES_URL']);
const hasMariadb = Boolean(process.env['SCHEDULER_TEST_MARIADB_URL']);
const hasRedis = Boolean(process.env['SCHEDULER_TEST_REDIS_URL']);
const SHORTS: readonly Short[] = [
  short(WORKERS, 'sqlite'),
  ...(hasPostgres ? [short(WORKERS, 'postgres')] : []),
  // Each fault of workflows is seen on another store, since all stores have these rules in common; `--full` runs both on each.
  ...(isFull ? [short(WORKFLOWS, 'sqlite')] : [short(['map-crash'], 'sqlite')]),
  ...(hasPostgres ? [short(isFull ? WORKFLOWS : ['workflow-storm'], 'postgres')] : []),
  ...(isFull && hasMariadb ? [short(WORKFLOWS, 'mariadb')] : []),
  ...(isFull && hasRedis ? [short(WORKFLOWS, 'redis')] : []),
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
    for (const { name, args } of SHORTS) runs.set(name, runFaults(args));
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

  it.each(SHORTS)('keeps the promises: $name', async (run) => {
    const ended = await runs.get(run.name);
    if (ended !== undefined) expectGreen(run, ended);
    expect(ended).toBeDefined();
  });
});
