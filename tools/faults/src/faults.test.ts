import { type Ended, runFaults } from './test-support/programs.js';

interface Cell {
  readonly fault: string;
  readonly store: string;
  readonly state: string;
  readonly runs: readonly { readonly violations: readonly { readonly message: string }[] }[];
}

/** A short version of `npm run faults -- --all`; less short with `npm test -- --full`, and workflows then have their whole size. */
const isFull = process.env['SCHEDULER_TEST_BUDGET'] === 'full';
jest.setTimeout(isFull ? 1_800_000 : 600_000);
const SIZES = isFull ? [] : ['--runs', '12', '--items', '30'];
const HOW = ['--seconds', isFull ? '20' : '3', '--seed', '7', '--json', ...SIZES];

/** Times of the wall clock prove nothing here, where many tests run side by side. */
const PATIENT = { FAULTS_SLOWNESS: '8' };

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
const WORKFLOWS = ['workflow-storm', 'map-crash'];
const hasPostgres = Boolean(process.env['SCHEDULER_TEST_POSTGRES_URL']);
const hasMariadb = Boolean(process.env['SCHEDULER_TEST_MARIADB_URL']);
const hasRedis = Boolean(process.env['SCHEDULER_TEST_REDIS_URL']);
const hasServers = hasPostgres && hasRedis;
/** Columns with one fault of jobs take the faults of workflows too, which must not compete with more processes; `--full` runs both on each store. */
const SHORTS: readonly Short[] = [
  short(isFull || !hasServers ? [...WORKERS, ...WORKFLOWS] : WORKERS, 'sqlite'),
  ...(hasPostgres ? [short(isFull ? [...WORKERS, ...WORKFLOWS] : WORKERS, 'postgres')] : []),
  ...(hasMariadb && isFull ? [short(WORKFLOWS, 'mariadb')] : []),
  ...(hasRedis ? [short(['kill-storm', ...(isFull ? WORKFLOWS : ['workflow-storm'])], 'redis')] : []),
  ...(hasServers ? [short(['flushall', 'map-crash'], 'postgres', 'bullmq')] : []),
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
    for (const { column, args } of SHORTS) runs.set(column, runFaults(args, PATIENT));
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
