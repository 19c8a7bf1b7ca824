import { silentLogger } from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { FakeMigrations, withMigrations } from '../test-support/migrated-store.js';
import { type RunOptions, Scene } from '../test-support/scene.js';

const BOTH = ['0001_tables', '0002_more'];

function setUp(...applied: string[]) {
  const scene = new Scene();
  const migrations = new FakeMigrations(applied);
  const store = withMigrations(scene.store, migrations);
  const node = createSchedulerNode({ store, clock: scene.clock, logger: silentLogger });
  const run = (argv: readonly string[], options: RunOptions = {}) =>
    scene.run(argv, { ...options, application: { node } });
  return { migrations, run };
}

describe('migrate', () => {
  it('creates the tables that other commands need', async () => {
    const { run } = setUp();
    const refused = await run(['schedule:list']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('run `scheduler migrate` (SCHEMA_MISMATCH)');
    expect(await run(['migrate'])).toMatchObject({
      code: 0,
      stdout: 'applied 0001_tables\napplied 0002_more\n',
      stderr: '',
    });
    expect((await run(['migrate'])).stdout).toBe('the tables of the memory store are up to date\n');
  });

  it('is JSON with --json', async () => {
    const { run } = setUp('0001_tables');
    expect((await run(['migrate', '--json'])).json()).toEqual({ store: 'memory', applied: ['0002_more'] });
  });
});

describe('migrate:status', () => {
  it('shows what is missing, and ends with 1', async () => {
    const { run } = setUp('0001_tables');
    const { code, stdout, stderr } = await run(['migrate:status']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^MIGRATION .*\n0001_tables +2030-01-01 00:00:00\n0002_more +no\n$/);
    expect(stderr).toBe('note: 1 of 2 migrations are missing; scheduler migrate applies them\n');
  });

  it('ends with 0 where nothing is missing', async () => {
    const { code, json } = await setUp(...BOTH).run(['migrate:status', '--json']);
    expect(code).toBe(0);
    expect(json()).toMatchObject({
      missing: 0,
      migrations: [{ name: '0001_tables' }, { name: '0002_more' }],
    });
  });
});

describe('migrate:rollback', () => {
  it('needs --force without a terminal', async () => {
    const { migrations, run } = setUp(...BOTH);
    const { code, stderr } = await run(['migrate:rollback']);
    expect(code).toBe(2);
    expect(stderr).toContain('migrate:rollback deletes the data');
    expect(stderr).toContain('give --force');
    expect(migrations.applied).toEqual(BOTH);
  });

  it('rolls back the latest migration with --force', async () => {
    const { migrations, run } = setUp(...BOTH);
    expect(await run(['migrate:rollback', '--force'])).toMatchObject({
      code: 0,
      stdout: 'rolled back 0002_more\n',
    });
    expect((await run(['migrate:rollback', '--force', '--json'])).json()).toEqual({
      store: 'memory',
      rolledBack: '0001_tables',
    });
    expect((await run(['migrate:rollback', '-f'])).stdout).toBe(
      'no migration of the memory store is applied\n',
    );
    expect(migrations.applied).toEqual([]);
  });

  it.each([
    ['yes', 0, ['0001_tables']],
    ['no', 1, BOTH],
  ])('asks a person, who says %s', async (stdin, code, left) => {
    const { migrations, run } = setUp(...BOTH);
    const ran = await run(['migrate:rollback'], { terminal: 100, stdin: `${stdin}\n` });
    expect(ran.code).toBe(code);
    expect(ran.stderr).toContain(
      'Roll back 0002_more of the memory store and delete the data in its tables?',
    );
    expect(migrations.applied).toEqual(left);
  });
});

describe('migrate:sql', () => {
  it('prints missing migrations, or all', async () => {
    const { run } = setUp('0001_tables');
    expect((await run(['migrate:sql'])).stdout).toBe('-- 0002_more\nCREATE TABLE 0002_more;\n');
    expect((await run(['migrate:sql', '--all'])).stdout).toContain('CREATE TABLE 0001_tables;');
    expect((await run(['migrate:sql', '--json'])).json()).toEqual({
      store: 'memory',
      sql: '-- 0002_more\nCREATE TABLE 0002_more;',
    });
  });
});

describe('a store without a schema', () => {
  it.each([['migrate'], ['migrate:status'], ['migrate:sql'], ['migrate:rollback', '--force']])(
    'says so to %s',
    async (...argv) => {
      const scene = new Scene();
      expect(await scene.run(argv)).toMatchObject({
        code: 0,
        stdout: 'the memory store has no schema, so there is nothing to migrate\n',
      });
      const { json } = await scene.run([...argv, '--json']);
      expect(json()).toEqual({ store: 'memory', migrations: null });
    },
  );
});

describe('migrate:row-level-security', () => {
  const limited = () => {
    const { migrations, run } = setUp(...BOTH);
    const asked: unknown[] = [];
    const rowLevelSecurity = async (request: unknown) => {
      asked.push(request);
      return 'BEGIN;\nCOMMIT;';
    };
    Object.assign(migrations, { rowLevelSecurity });
    return { asked, run };
  };

  it('prints the statements, and changes nothing', async () => {
    const { asked, run } = limited();
    const options = ['--roles', 'app, reports', '--write', '--setting', 'app.tenant'];
    const { code, stdout } = await run(['migrate:row-level-security', ...options]);
    expect([code, stdout.trim()]).toEqual([0, 'BEGIN;\nCOMMIT;']);
    await run(['migrate:row-level-security', '--roles', 'app', '--remove', '--unlimited-roles', 'worker']);
    expect(asked).toEqual([
      {
        roles: ['app', 'reports'],
        unlimitedRoles: [],
        access: 'write',
        remove: false,
        setting: 'app.tenant',
      },
      { roles: ['app'], unlimitedRoles: ['worker'], access: 'read', remove: true },
    ]);
  });

  it('is refused without roles, and by a store that has nothing of the kind', async () => {
    const missing = await limited().run(['migrate:row-level-security']);
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('--roles is missing')]);
    const { code, stderr } = await setUp(...BOTH).run(['migrate:row-level-security', '--roles', 'app']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('FEATURE_NOT_SUPPORTED')]);
  });
});
