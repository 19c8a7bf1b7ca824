import { type Ended, runFaults } from './test-support/programs.js';

jest.setTimeout(180_000);

interface Cell {
  readonly fault: string;
  readonly state: string;
  readonly runs: readonly { readonly violations: readonly { readonly message: string }[] }[];
}

/** A short version of what `npm run faults -- --all` does for as long as one likes. */
const SHORT = ['--fault', 'kill-storm,zombie', '--seconds', '3', '--seed', '7', '--json'];

/** The violations first: they say more than the state. */
function expectGreen({ code, stdout, stderr }: Ended): void {
  if (stdout === '') throw new Error(stderr);
  const { cells } = JSON.parse(stdout) as { readonly cells: readonly Cell[] };
  const broken = cells.flatMap(({ runs }) => runs.flatMap(({ violations }) => violations));
  expect(broken).toEqual([]);
  expect(cells.map(({ fault, state }) => `${fault} ${state}`)).toEqual(['kill-storm green', 'zombie green']);
  expect(code).toBe(0);
}

const stores = ['sqlite', ...(process.env['SCHEDULER_TEST_POSTGRES_URL'] ? ['postgres'] : [])];

describe('npm run faults', () => {
  let help: Ended;
  const runs = new Map<string, Promise<Ended>>();

  // Side by side, since most of their time is waiting; only after one program has built what both need.
  beforeAll(async () => {
    help = await runFaults(['--help']);
    for (const store of stores) runs.set(store, runFaults([...SHORT, '--store', store]));
    runs.set('wrong', runFaults(['--fault', 'kill-strom']));
  });
  afterAll(() => Promise.all(runs.values()));

  it('shows what there is, and refuses what there is not', async () => {
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('kill-storm') });
    expect(await runs.get('wrong')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Did you mean 'kill-storm'?"),
    });
  });

  it.each(stores)('keeps the promises on %s', async (store) => {
    const ended = await runs.get(store);
    if (ended !== undefined) expectGreen(ended);
    expect(ended).toBeDefined();
  });
});
