import { userInfo } from 'node:os';
import type { AuditRecord } from '@scheduler/contracts';
import { type ApiKeyDetails, createSchedulerNode } from '@scheduler/core';
import { NOW, Scene } from '../test-support/scene.js';

interface Created {
  readonly key: ApiKeyDetails;
  readonly token: string;
}

async function create(scene: Scene, ...options: readonly string[]): Promise<Created> {
  const ran = await scene.run(['key:create', '--name', 'grafana', ...options, '--json']);
  expect(ran.code).toBe(0);
  return ran.json<Created>();
}

async function records(scene: Scene, ...options: readonly string[]): Promise<readonly AuditRecord[]> {
  return (await scene.run(['audit:list', ...options, '--json'])).json<{ records: AuditRecord[] }>().records;
}

describe('key:create', () => {
  it('prints a key that lets its holder in, alone on stdout and this once', async () => {
    const scene = new Scene();
    const { code, stdout, stderr } = await scene.run([
      'key:create',
      '--name',
      'grafana',
      '--preset',
      'viewer',
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^sch_[A-Za-z0-9]+_[0-9a-f]{64}\n$/);
    expect(stderr).toContain('this is the only time that the key is shown');
    const token = stdout.trim();
    expect(await scene.node.access.apiKeys.verify(token)).toMatchObject({ name: 'grafana', tenant: null });
    const secret = token.split('_')[2] ?? '';
    const others = [await scene.run(['key:list', '--json']), await scene.run(['audit:list', '--json'])];
    for (const { stdout: shown } of others) {
      expect(shown).toContain('grafana');
      expect(shown).not.toContain(secret);
      expect(shown).not.toContain('secretHash');
    }
  });

  it('takes the tenant, permissions and an expiry, and remembers who created it', async () => {
    const scene = new Scene();
    const { key } = await create(
      scene,
      '--tenant',
      'acme',
      '--permissions',
      'jobs:read, circuits:*',
      '--expires',
      '90d',
    );
    expect(key).toMatchObject({
      tenant: 'acme',
      permissions: ['jobs:read', 'circuits:read', 'circuits:write'],
      createdAt: new Date(NOW).toISOString(),
      createdBy: userInfo().username,
      expiresAt: '2030-04-01T12:00:00.000Z',
    });
    const dated = await create(
      scene,
      '--preset',
      'admin',
      '--expires',
      '2030-02-01T09:00',
      '--zone',
      'Europe/Berlin',
    );
    expect(dated.key.expiresAt).toBe('2030-02-01T08:00:00.000Z');
  });

  it.each([
    [['--preset', 'viewer'], '--name is needed'],
    [['--name', 'x'], 'exactly one of --permissions and --preset is needed'],
    [['--name', 'x', '--preset', 'viewer', '--permissions', 'jobs:read'], 'exactly one of'],
    [['--name', 'x', '--preset', 'root'], 'viewer, operator, admin'],
    [['--name', 'x', '--permissions', 'jobs:reed'], "did you mean 'jobs:read'?"],
    [['--name', 'x', '--preset', 'viewer', '--tenant', 'no tenant'], 'is not a tenant'],
    [['--name', 'x', '--preset', 'viewer', '--expires', 'soon'], 'neither a duration nor a date'],
    [['--name', 'x', '--preset', 'viewer', '--expires', '2029-01-01'], '--expires: is in the past'],
  ])('refuses %j', async (options, message) => {
    const scene = new Scene();
    const { code, stdout, stderr } = await scene.run(['key:create', ...options]);
    expect(code).not.toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect((await scene.node.access.apiKeys.list({ tenant: null })).items).toEqual([]);
  });
});

describe('key:list', () => {
  it('shows keys with their state, of all tenants or of one', async () => {
    const scene = new Scene();
    await create(scene, '--preset', 'viewer', '--tenant', 'acme', '--expires', '1h');
    const { key } = await create(scene, '--permissions', 'jobs:read');
    await scene.run(['key:revoke', key.id]);
    await scene.clock.advance('2h');
    const { stdout } = await scene.run(['key:list']);
    expect(stdout).toMatch(/grafana +acme +expired +jobs:read, calendar:read, executions:read, \d+ more/);
    expect(stdout).toMatch(/grafana +all +revoked +jobs:read +2 h ago +never +never/);
    const own = (await scene.run(['key:list', '--tenant', 'acme', '--json'])).json<{
      keys: ApiKeyDetails[];
    }>();
    expect(own.keys.map(({ tenant }) => tenant)).toEqual(['acme']);
  });

  it('goes on where the page before ended', async () => {
    const scene = new Scene();
    expect((await scene.run(['key:list'])).stdout).toContain('no API keys match');
    for (let index = 0; index < 3; index += 1) await create(scene, '--preset', 'viewer');
    const first = (await scene.run(['key:list', '--limit', '2', '--json'])).json<{
      keys: ApiKeyDetails[];
      next: string;
    }>();
    const shown = await scene.run(['key:list', '--limit', '2']);
    expect(shown.stderr).toContain(`--after ${first.next} shows them`);
    const rest = await scene.run(['key:list', '--limit', '2', '--after', first.next, '--json']);
    expect(rest.json()).toMatchObject({ keys: [expect.anything()], next: null });
    expect((await scene.run(['key:list', '--after', 'x'])).stderr).toContain('--after: is not a cursor');
  });
});

describe('key:revoke', () => {
  it('ends a key, once', async () => {
    const scene = new Scene();
    const { key, token } = await create(scene, '--preset', 'viewer');
    const { code, stdout } = await scene.run(['key:revoke', key.id, '--reason', 'it leaked']);
    expect([code, stdout]).toEqual([0, `revoked grafana (${key.id})\n`]);
    expect(await scene.node.access.apiKeys.verify(token)).toBeNull();
    expect((await scene.run(['key:revoke', key.id])).stdout).toContain('was revoked before');
    expect(await records(scene, '--object', key.id)).toMatchObject([
      { operation: 'keys.revoke', reason: 'it leaked', before: { revokedAt: null } },
      { operation: 'keys.create', before: null },
    ]);
  });

  it('finds no key that does not exist or belongs to another tenant', async () => {
    const scene = new Scene();
    const { key } = await create(scene, '--preset', 'viewer', '--tenant', 'acme');
    for (const argv of [
      ['key:revoke', 'nobody'],
      ['key:revoke', key.id, '--tenant', 'other'],
    ]) {
      const { code, stderr } = await scene.run(argv);
      expect(code).not.toBe(0);
      expect(stderr).toContain('no API key has the id');
      expect(stderr).toContain('key:list shows the keys');
    }
    expect((await scene.run(['key:revoke', '../x'])).stderr).toContain('key: is not an id, got "../x"');
  });
});

describe('audit:list', () => {
  it('shows who did what, latest first, by filters', async () => {
    const scene = new Scene();
    const { key } = await create(scene, '--preset', 'viewer', '--tenant', 'acme');
    await scene.clock.advance('1h');
    await scene.run(['key:revoke', key.id]);
    const { stdout } = await scene.run(['audit:list']);
    expect(stdout).toMatch(/2030-01-01T13:00:00.000Z +\S+ \(console\) +keys.revoke +api_key \S+ +acme +-/);
    expect(stdout.indexOf('keys.revoke')).toBeLessThan(stdout.indexOf('keys.create'));
    const counts = await Promise.all(
      [
        ['--since', '30m'],
        ['--until', '2030-01-01T12:30'],
        ['--action', 'keys:write'],
        ['--action', 'jobs:write'],
        ['--principal', userInfo().username],
        ['--object-kind', 'job'],
        ['--tenant', 'other'],
        ['--tenant', 'acme', '--object-kind', 'api_key', '--limit', '1'],
      ].map(async (options) => (await records(scene, ...options)).length),
    );
    expect(counts).toEqual([1, 1, 2, 0, 2, 0, 0, 1]);
    expect((await scene.run(['audit:list', '--tenant', 'other'])).stdout).toContain('no audit records match');
    expect((await scene.run(['audit:list', '--limit', '1'])).stderr).toContain(
      'there may be more audit records',
    );
  });
});

it('a store without API keys refuses the commands with the way out', async () => {
  const scene = new Scene();
  const node = createSchedulerNode({ store: { ...scene.store, access: null }, clock: scene.clock });
  for (const argv of [['key:list'], ['key:create', '--name', 'x', '--preset', 'viewer'], ['audit:list']]) {
    const { code, stderr } = await scene.run(argv, { application: { node } });
    expect(code).not.toBe(0);
    expect(stderr).toContain('use a store with the port access');
  }
});
