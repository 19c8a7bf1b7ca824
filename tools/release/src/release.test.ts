import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

describe('npm run release', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'scheduler-release-'));
    write('package.json', { name: 'workspace', version: '0.9.0', private: true, workspaces: ['packages/*'] });
    write('packages/one/package.json', { name: 'one', version: '0.9.0' });
    const needs = { dependencies: { one: '0.9.0' }, peerDependencies: { one: '0.9.0' } };
    write('packages/two/package.json', { name: 'two', version: '0.9.0', ...needs });
    write('packages/console/src/version.ts', "export const VERSION = '0.9.0';\n");
    write('package-lock.json', {
      version: '0.9.0',
      packages: {
        '': { version: '0.9.0' },
        'packages/two': { version: '0.9.0', dependencies: { one: '0.9.0', other: '0.9.0' } },
        'node_modules/one': { link: true, resolved: 'packages/one' },
        'node_modules/other': { version: '0.9.0' },
      },
    });
    write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n- News.\n\n## [0.9.0] - 2026-01-01\n\n- Old.\n');
    write('UPGRADING.md', '# Upgrading\n\n## To the next version\n\nSteps.\n');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function write(file: string, content: string | object) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(join(root, file), text);
  }
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(__dirname, '../run.mjs'), ...args], {
      encoding: 'utf8',
      env: { ...process.env, SCHEDULER_RELEASE_ROOT: root },
    });
    return { status, stdout, stderr };
  };

  it('moves every manifest, the lock file, the console and the notes to the next version', () => {
    expect(run('version', '1.0.0')).toMatchObject({ status: 0 });
    expect(JSON.parse(read('packages/two/package.json'))).toEqual({
      name: 'two',
      version: '1.0.0',
      dependencies: { one: '1.0.0' },
      peerDependencies: { one: '1.0.0' },
    });
    expect(JSON.parse(read('package-lock.json'))).toEqual({
      version: '1.0.0',
      packages: {
        '': { version: '1.0.0' },
        'packages/two': { version: '1.0.0', dependencies: { one: '1.0.0', other: '0.9.0' } },
        'node_modules/one': { link: true, resolved: 'packages/one' },
        'node_modules/other': { version: '0.9.0' },
      },
    });
    expect(read('packages/console/src/version.ts')).toBe("export const VERSION = '1.0.0';\n");
    expect(read('CHANGELOG.md')).toMatch(/## \[Unreleased\]\n\n## \[1\.0\.0\] - \d{4}-\d\d-\d\d\n\n- News\./);
    expect(read('UPGRADING.md')).toContain('## To the next version\n\nNothing yet.\n\n## To 1.0.0\n\nSteps.');
    expect(run('check', 'v1.0.0')).toMatchObject({ status: 0 });
    expect(run('notes', '1.0.0').stdout).toBe('- News.\n');
  });

  it('finds what is out of step', () => {
    expect(run('check').status).toBe(0);
    write('packages/one/package.json', { name: 'one', version: '0.8.0' });
    const manifest = { name: 'two', version: '0.9.0', devDependencies: { one: '^0.9.0' } };
    write('packages/two/package.json', manifest);
    expect(run('check')).toMatchObject({
      status: 1,
      stderr:
        'Versions are out of step:\none has version 0.8.0, the workspace 0.9.0\ntwo asks for one ^0.9.0, which has version 0.9.0\n',
    });
  });

  it('refuses a tag of another version, and one without notes', () => {
    expect(run('check', 'v0.9.0').status).toBe(0);
    expect(run('check', 'v1.0.0').stderr).toContain('the tag v1.0.0 is not that of version 0.9.0: v0.9.0');
    write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n');
    expect(run('check', 'v0.9.0').stderr).toContain('CHANGELOG.md has no notes of version 0.9.0');
  });

  it.each([
    ['0.9.0', '0.9.0 is not later than 0.9.0.'],
    ['0.9.0-rc.1', '0.9.0-rc.1 is not later than 0.9.0.'],
    ['0.8.11', '0.8.11 is not later than 0.9.0.'],
    ['next', "'next' is no version: give one such as 1.4.0 or 2.0.0-rc.1."],
  ])('does not move to %s, and changes nothing', (version, problem) => {
    expect(run('version', version)).toMatchObject({ status: 1, stderr: `${problem}\n` });
    expect(JSON.parse(read('packages/one/package.json')).version).toBe('0.9.0');
  });

  it('goes from one prerelease to the next and to its release', () => {
    for (const version of ['1.0.0-rc.2', '1.0.0-rc.10', '1.0.0']) {
      write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n- News.\n');
      expect(run('version', version)).toMatchObject({ status: 0 });
    }
  });

  it('does not release nothing', () => {
    write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n## [0.9.0] - 2026-01-01\n');
    expect(run('version', '1.0.0')).toMatchObject({
      status: 1,
      stderr: 'CHANGELOG.md has nothing under [Unreleased]: there is nothing to release.\n',
    });
  });

  it('names its commands', () => {
    expect(run('ship').stderr).toBe(
      "'ship' is no command: there are version, check, notes, sbom, publish.\n",
    );
  });
});
