import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const FOLDER = join(__dirname, '..');

/** Runs lines in a module beside the checks; resolves to what they threw, and '' if they did not. */
function thrownBy(lines: string): string {
  const code = `try { ${lines} } catch (error) { console.log(error.message); }`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: FOLDER,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.trim();
}

describe('size budgets', () => {
  const checked = (bytes: number, budgets: object) =>
    thrownBy(
      `const { checkSize } = await import('./size-budget.mjs');
       checkSize('@scheduler/core', { packed: ${bytes}, unpacked: 5000 }, ${JSON.stringify(budgets)});`,
    );
  const budgets = { '@scheduler/core': { packed: 2, unpacked: 5 } };

  it('let a package weigh what its row says, and no byte more', () => {
    expect(checked(2000, budgets)).toBe('');
    expect(checked(2001, budgets)).toBe(
      '@scheduler/core is too large: 3 kB packed, and its budget is 2 kB. Look what was added ' +
        '(npm pack --dry-run -w @scheduler/core), or raise the budget in tools/pack-test/size-budgets.json and say why in the commit.',
    );
  });

  it('are asked for by a package that has none', () => {
    expect(checked(2000, {})).toMatch(
      /^@scheduler\/core has no size budget\. It weighs 2 kB packed and 5 kB/,
    );
  });
});

describe('the linters of packages', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'scheduler-linters-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function pack(files: Record<string, string>): string {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, 'package', file)), { recursive: true });
      writeFileSync(join(folder, 'package', file), text);
    }
    execFileSync('tar', ['-czf', 'sample.tgz', 'package'], { cwd: folder });
    return join(folder, 'sample.tgz');
  }

  const linted = (check: string, tarball: string) =>
    thrownBy(
      `const linters = await import('./linters.mjs'); await linters.${check}(${JSON.stringify(tarball)});`,
    );

  const manifest = (exports: object) =>
    JSON.stringify({ name: 'sample', version: '1.0.0', license: 'MIT', type: 'commonjs', exports });

  it('find an entry without its file', () => {
    const tarball = pack({
      'package.json': manifest({ '.': { types: './gone.d.ts', default: './index.js' } }),
      'index.js': 'exports.one = 1;\n',
    });
    expect(linted('checkManifest', tarball)).toMatch(/publint finds faults[^]*gone\.d\.ts/);
  });

  it('find an entry that old resolution does not reach, and let it pass with typesVersions', () => {
    const entries = {
      '.': { types: './index.d.ts', default: './index.js' },
      './more': { types: './more/inside.d.ts', default: './more/inside.js' },
    };
    const files = {
      'index.d.ts': 'export declare const one: number;\n',
      'index.js': 'exports.one = 1;\n',
      'more/inside.d.ts': 'export declare const two: number;\n',
      'more/inside.js': 'exports.two = 2;\n',
    };
    const text = manifest(entries);
    expect(linted('checkTypes', pack({ ...files, 'package.json': text }))).toMatch(
      /NoResolution \.\/more node10/,
    );
    const withVersions = { ...JSON.parse(text), typesVersions: { '*': { more: ['./more/inside.d.ts'] } } };
    expect(linted('checkTypes', pack({ ...files, 'package.json': JSON.stringify(withVersions) }))).toBe('');
  });
});
