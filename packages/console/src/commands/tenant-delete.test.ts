import { Scene } from '../test-support/scene.js';

async function setUp() {
  const scene = new Scene();
  for (const tenant of ['acme', 'globex']) {
    await scene.create('greet', 'hourly', '--every', '1h', '--tenant', tenant);
    await scene.node.scheduler.forTenant(tenant).enqueue({ type: 'greet' });
  }
  return scene;
}

describe('tenant:delete (F252)', () => {
  it('deletes what belongs to the tenant, and counts it', async () => {
    const scene = await setUp();
    const { code, stdout } = await scene.run(['tenant:delete', 'acme', '--force']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/jobs +1\n/);
    expect(stdout).toMatch(/executions +1\n/);
    const left = (await scene.node.scheduler.list()).items.map(({ tenant }) => tenant);
    expect(left).toEqual(['globex']);
    const again = await scene.run(['tenant:delete', 'acme', '--force', '--json']);
    expect(again.json()).toMatchObject({ deleted: { tenant: 'acme', jobs: 0, executions: 0 } });
  });

  it('asks before, and refuses what is not a tenant', async () => {
    const scene = await setUp();
    expect((await scene.run(['tenant:delete', 'acme'])).stderr).toContain('give --force');
    const refused = await scene.run(['tenant:delete', '../x y', '--force']);
    expect(refused.stderr).toContain('tenant: is not a tenant, got "../x y"');
    expect(refused.code).not.toBe(0);
    expect((await scene.node.scheduler.list()).total).toBe(2);
  });
});

it('a name that two tenants have is refused by commands that change a job (F252)', async () => {
  const scene = await setUp();
  for (const command of [
    'schedule:cancel',
    'schedule:pause',
    'schedule:run',
    'schedule:show',
    'schedule:why',
  ]) {
    const { code, stderr } = await scene.run([command, 'hourly']);
    expect(stderr).toContain(
      'the name "hourly" belongs to jobs of several tenants, such as "acme" and "globex"',
    );
    expect(code).not.toBe(0);
  }
  expect((await scene.run(['schedule:cancel', 'hourly', '--tenant', 'acme'])).code).toBe(0);
});
