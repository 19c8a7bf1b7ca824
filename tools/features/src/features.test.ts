import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface Row {
  readonly number: string;
  readonly tests: readonly { readonly file: string; readonly title: string }[];
  readonly adapters: readonly string[];
}

interface Answer {
  readonly rows: readonly Row[];
  readonly gaps: readonly string[];
  readonly outdated: readonly string[];
  readonly unknown: readonly string[];
}

const FEATURES = {
  sections: { 1: 'First', 2: 'Second' },
  features: [1, 2, 3, 4].map((number) => ({
    number: `F${number}`,
    section: number > 2 ? 2 : 1,
    title: `feature ${number}`,
  })),
};

describe('npm run features', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'scheduler-features-'));
    write('tools/features/features.json', JSON.stringify(FEATURES));
    outOfScope([]);
  });

  afterEach(() => rmSync(root, { recursive: true }));

  function write(file: string, text: string) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const outOfScope = (entries: unknown[]) =>
    write('tools/features/out-of-scope.json', JSON.stringify(entries));
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(__dirname, '../run.mjs'), '--root', root, ...args],
      { encoding: 'utf8' },
    );
    if (stderr !== '') throw new Error(stderr);
    return { status, stdout };
  };
  const answer = () => JSON.parse(run('--json').stdout) as Answer;
  const titlesOf = ({ rows }: Answer) => rows.flatMap(({ tests }) => tests.map(({ title }) => title));

  it('fails on a feature that no title carries, and not once it has a reason', () => {
    write(
      'packages/a/src/x.test.ts',
      `describe.each([['all (F1)']])('%s', () => { it('works (F2-F3)', () => {}); });`,
    );
    const failed = run();
    expect(failed.status).toBe(1);
    expect(failed.stdout).toContain('4 features: 3 proven, 0 later, 1 without a test\n✖ no test carries F4');
    expect(failed.stdout).toMatch(/1\. First\n {2}F1 {4}feature 1 {2}✔ {3}1 test {3}no store +x\.test\.ts\n/);
    outOfScope([{ numbers: ['F4'], reason: 'comes with Redis' }]);
    const passed = run();
    expect(passed.status).toBe(0);
    expect(passed.stdout).toContain('F4    feature 4  · later: comes with Redis\n');
    expect(run('--missing').stdout).not.toContain('F1 ');
  });

  it('fails on what is left for later though it is there, unless it is there in part', () => {
    write('packages/a/src/x.test.ts', `it('F1 F2 F3 F4', () => {});`);
    outOfScope([{ numbers: ['F4'], reason: 'later' }]);
    expect(run().status).toBe(1);
    expect(answer()).toMatchObject({ outdated: ['F4'], gaps: [] });
    outOfScope([{ numbers: ['F4'], reason: 'Redis', partly: true }]);
    expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining('· the rest later: Redis') });
  });

  it('fails on a number that no feature has', () => {
    write('packages/a/src/x.test.ts', `it('F1 F2 F3 F4 F99', () => {});`);
    expect(answer().unknown).toEqual(['F99']);
  });

  it('reads tables, templates and wrapped titles, and leaves out what does not run', () => {
    write(
      'apps/a/src/x.test.ts',
      `const rows = [['a (F1)', 1], ['b', 2]] as const;
it.each(rows)('is %s', () => {});
it.each([{ what: 'c (F2)' }])('$what', () => {});
it(\`\${1} of (F3)\`, () => {});
it.skip('F4', () => {});
it.todo('F4');
describe.skip('F4', () => { it('x', () => {}); });
expect('F4');`,
    );
    const found = answer();
    expect(titlesOf(found)).toEqual(['is %s a (F1)', '$what c (F2)', '… of (F3)']);
    expect(found.gaps).toEqual(['F4']);
  });

  it('knows the stores: of conformance cases all that run them, else those that the test names or brings', () => {
    write('packages/memory/src/a.test.ts', `runStoreConformance('memory', () => {});`);
    write(
      'packages/memory/src/b.test.ts',
      `runStoreConformance('partial', () => {}, { without: ['circuits'] });`,
    );
    write(
      'packages/knex/src/a.test.ts',
      `onDatabase('postgres', (d) => { runStoreConformance('postgres', () => d); });
onEach(SERVERS, () => { it('locks (F2)', () => {}); });`,
    );
    write(
      'packages/testing/src/conformance/a.ts',
      `export const group = { title: 'claim', cases: { 'is fenced (F1)': async () => {}, other: async () => {} } };`,
    );
    write(
      'tools/t/src/a.test.ts',
      `import '@scheduler/memory'; it('runs (F3)', () => {}); it('F4', () => {});`,
    );
    const adapters = Object.fromEntries(
      answer().rows.map(({ number, adapters: stores }) => [number, stores]),
    );
    expect(adapters).toEqual({
      F1: ['memory', 'postgres'],
      F2: ['postgres', 'mariadb'],
      F3: ['memory'],
      F4: ['memory'],
    });
    expect(run('--tests').stdout).toContain('packages/testing/src/conformance/a.ts: claim › is fenced (F1)');
  });
});
