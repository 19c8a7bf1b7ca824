import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOOLS } from '../init/project-manifest.js';
import { packageNameOf } from '../init/project-plan.js';
import { notesOn } from '../init/project-stores.js';
import { STORE_NAMES } from '../stores/store-registry.js';
import { Scene } from '../test-support/scene.js';
import { VERSION } from '../version.js';

const workspace = join(__dirname, '../../../..');
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

describe('init', () => {
  const scene = new Scene();
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'scheduler-init-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const init = (...argv: string[]) => scene.run(['init', ...argv], { cwd: folder, application: null });
  const written = (file: string) => readFileSync(join(folder, file), 'utf8');
  const manifest = () => readJson(join(folder, 'demo/package.json'));

  it('writes a project and prints the next steps', async () => {
    const { code, stdout, stderr } = await init('demo');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('wrote src/handlers/say-hello.handler.ts\n');
    expect(stdout).toMatch(/Next:\n {2}cd demo\n {2}npm install\n {2}npm start\n$/);
    expect(manifest()).toMatchObject({
      name: 'demo',
      scripts: {
        prestart: 'npm run --silent build',
        start: 'node dist/src/main.js',
        test: 'cd dist && node --test',
      },
      dependencies: { '@scheduler/console': VERSION, '@scheduler/knex': VERSION },
      devDependencies: { '@scheduler/memory': VERSION, '@scheduler/testing': VERSION },
    });
    expect(written('demo/src/scheduler.ts')).toContain("env: { SCHEDULER_STORE: 'sqlite', ...env }");
    expect(written('demo/src/jobs.ts')).toContain('export const jobs: readonly ScheduleDefinition[]');
    expect(written('demo/.gitignore')).toContain('.scheduler/');
  });

  it.each([
    ['postgres', ['@scheduler/knex', 'pg'], 'export SCHEDULER_POSTGRES_URL='],
    ['mysql', ['@scheduler/knex', 'mysql2'], 'export SCHEDULER_MYSQL_URL='],
    ['redis', ['@scheduler/redis'], 'export SCHEDULER_REDIS_URL='],
    ['memory', ['@scheduler/memory'], 'npm start'],
  ])('writes one for %s', async (store, packages, step) => {
    const { code, stdout } = await init('demo', '--store', store);
    expect(code).toBe(0);
    expect(Object.keys(manifest().dependencies)).toEqual(
      ['@scheduler/console', '@scheduler/contracts', '@scheduler/core', ...packages].sort(),
    );
    expect(written('demo/src/scheduler.ts')).toContain(`SCHEDULER_STORE: '${store}'`);
    expect(stdout).toContain(step);
    expect(written('demo/README.md')).toContain(step);
  });

  it('takes packages from tarballs, relative to the project', async () => {
    mkdirSync(join(folder, 'packed'));
    for (const name of [
      'console',
      'contracts',
      'core',
      'dashboard',
      'memory',
      'http',
      'recurrence',
      'testing',
      'workflow',
    ]) {
      writeFileSync(join(folder, `packed/scheduler-${name}-0.1.0.tgz`), '');
    }
    expect((await init('demo', '--packages', 'packed', '--store', 'memory')).code).toBe(0);
    expect(manifest().dependencies).toMatchObject({
      '@scheduler/core': 'file:../packed/scheduler-core-0.1.0.tgz',
      '@scheduler/recurrence': 'file:../packed/scheduler-recurrence-0.1.0.tgz',
      '@scheduler/workflow': 'file:../packed/scheduler-workflow-0.1.0.tgz',
    });
    // What is left out would be looked for on the registry.
    const named = Object.keys({ ...manifest().dependencies, ...manifest().devDependencies });
    const own = (names: readonly string[]) => names.filter((name) => name.startsWith('@scheduler/'));
    for (const name of own(named)) {
      const { dependencies } = readJson(
        join(workspace, 'packages', name.slice('@scheduler/'.length), 'package.json'),
      );
      expect(named).toEqual(expect.arrayContaining(own(Object.keys(dependencies ?? {}))));
    }
    const refused = await init('other', '--packages', 'packed');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('--packages: "packed" has no scheduler-knex-<version>.tgz');
    expect(readdirSync(folder)).toEqual(['demo', 'packed']);
  });

  it('refuses a folder that is not empty, and with --force keeps existing files', async () => {
    mkdirSync(join(folder, 'demo/src'), { recursive: true });
    writeFileSync(join(folder, 'demo/src/main.ts'), 'mine');
    const refused = await init('demo');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('demo is not empty (it has src); choose another folder, or --force');
    expect(readdirSync(join(folder, 'demo'))).toEqual(['src']);
    const forced = await init('demo', '--force');
    expect(forced.code).toBe(0);
    expect(forced.stderr).toBe('warning: src/main.ts exists and was kept as it is\n');
    expect(written('demo/src/main.ts')).toBe('mine');
    expect(written('demo/src/jobs.ts')).toContain('say-hello');
  });

  it('accepts a folder that holds only a git repository, and refuses a file', async () => {
    mkdirSync(join(folder, '.git'));
    expect((await init('.', '--name', 'My Shop')).code).toBe(0);
    expect(readJson(join(folder, 'package.json')).name).toBe('my-shop');
    const refused = await init('package.json');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('package.json is a file') });
  });

  it('answers in JSON', async () => {
    const answer = (await init('demo', '--json')).json();
    expect(answer).toMatchObject({
      folder: join(folder, 'demo'),
      name: 'demo',
      store: 'sqlite',
      kept: [],
      next: ['cd demo', 'npm install', 'npm start'],
    });
    expect(answer['written']).toEqual(expect.arrayContaining(['package.json', 'scheduler.config.ts']));
  });

  it('requires the versions with which this workspace is built and tested', () => {
    const knex = readJson(join(workspace, 'packages/knex/package.json')).peerDependencies;
    const { devDependencies } = readJson(join(workspace, 'package.json'));
    expect(Object.assign({}, ...STORE_NAMES.map((store) => notesOn(store).drivers))).toEqual(knex);
    expect(TOOLS).toEqual({
      '@types/node': devDependencies['@types/node'],
      typescript: `~${devDependencies['typescript']}`,
    });
  });

  it.each([
    ['My Shop', 'my-shop'],
    ['.hidden', 'hidden'],
    ['日本', 'scheduler-project'],
  ])('names the package of %s', (given, name) => expect(packageNameOf(given)).toBe(name));
});
