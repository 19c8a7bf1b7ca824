import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { NOW, principal, Scene, type Sent } from './test-support/scene.js';

const job = { name: 'daily', schedule: '0 9 * * *', handler_name: 'greet', payload: { pin: 1234 } };
interface Created {
  readonly key: { readonly id: string; readonly platform_id: string | null };
  readonly token: string;
}
interface Audit {
  readonly items: Record<string, unknown>[];
  readonly next_cursor: string | null;
}

const scenes: Scene[] = [];
const sceneOf = (options?: ConstructorParameters<typeof Scene>[0]) => {
  const scene = new Scene(options);
  scenes.push(scene);
  return scene;
};
afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.node.stop();
});

describe('API keys', () => {
  const withKeys = () => sceneOf({ access: { apiKeys: true } });
  const by = (token: string): Sent => ({ as: null, headers: { authorization: `Bearer ${token}` } });

  it('let a program in, for its tenant and with its permissions, until they are revoked', async () => {
    const scene = withKeys();
    const as = principal('admin', 'acme');
    const { json, status } = await scene.send<Created>('POST', '/keys', {
      as,
      body: { name: 'ci', preset: 'operator' },
    });
    expect([status, json.key.platform_id]).toEqual([201, 'acme']);
    expect(json.token).toMatch(/^sch_/);
    const created = await scene.send('POST', '/jobs/cron', { ...by(json.token), body: job });
    expect(created.json).toMatchObject({ platform_id: 'acme', created_by: json.key.id });
    expect((await scene.send('GET', '/keys', by(json.token))).status).toBe(403);
    expect((await scene.send('GET', '/jobs', by(`${json.token}x`))).status).toBe(401);
    expect((await scene.send('GET', '/jobs', by('sch_x_y'))).status).toBe(401);
    const listed = await scene.send('GET', '/keys', { as });
    expect(listed.text).not.toContain(json.token.split('_')[2]);
    expect((await scene.send('DELETE', `/keys/${json.key.id}`, { as })).status).toBe(200);
    expect((await scene.send('GET', '/jobs', by(json.token))).status).toBe(401);
  });

  it('are not looked at unless they are switched on', async () => {
    const scene = sceneOf();
    const { json } = await scene.send<Created>('POST', '/keys', { body: { name: 'ci', preset: 'admin' } });
    expect((await scene.send('GET', '/jobs', by(json.token))).status).toBe(401);
  });

  it('cannot do more than the one who creates them, nor reach another tenant', async () => {
    const scene = withKeys();
    const as = { ...principal('viewer', 'acme'), permissions: ['keys:write', 'jobs:read'] as const };
    const create = (body: object) => scene.send('POST', '/keys', { as, body: { name: 'k', ...body } });
    expect((await create({ permissions: ['jobs:read'] })).status).toBe(201);
    expect((await create({ permissions: ['jobs:write'] })).json).toMatchObject({
      status: 403,
      code: 'PERMISSION_DENIED',
    });
    expect((await create({ preset: 'admin' })).status).toBe(403);
    expect((await create({ permissions: ['jobs:read'], platform_id: 'globex' })).status).toBe(403);
    expect((await create({ permissions: ['jobs:raed'] })).json).toMatchObject({
      status: 400,
      code: 'ACCESS_INVALID',
    });
    expect(
      (await create({ permissions: ['jobs:read'], expires_at: '2020-01-01T00:00:00Z' })).json,
    ).toMatchObject({
      status: 400,
      issues: [{ field: 'expires_at' }],
    });
  });

  it('expire', async () => {
    const scene = withKeys();
    const body = { name: 'k', preset: 'viewer', expires_at: '2030-01-01T13:00:00Z' };
    const { json } = await scene.send<Created>('POST', '/keys', { body });
    expect((await scene.send('GET', '/jobs', by(json.token))).status).toBe(200);
    await scene.clock.advance(3_600_000);
    expect((await scene.send('GET', '/jobs', by(json.token))).status).toBe(401);
  });
});

describe('the audit log', () => {
  it('says who did what, before and after, and why', async () => {
    const scene = sceneOf({ redact: ['payload.pin'] });
    const as = principal('operator', 'acme');
    const created = await scene.send('POST', '/jobs/cron', { as, body: job });
    await scene.send('POST', '/jobs/daily/pause', {
      as,
      body: { reason: 'holidays' },
      headers: { 'x-request-id': 'r-1' },
    });
    await scene.send('GET', '/jobs', { as });
    await scene.send('POST', '/jobs/none/pause', { as });
    const admin = principal('admin', 'acme');
    const { json, text } = await scene.send<Audit>('GET', '/audit', { as: admin });
    expect(json.items).toHaveLength(2);
    expect(json.items.find(({ operation }) => operation === 'jobs.pause')).toMatchObject({
      platform_id: 'acme',
      principal: { id: 'operator@acme', kind: 'application' },
      action: 'jobs:write',
      object: { kind: 'job', id: created.json['id'] },
      before: { status: 'active' },
      after: { status: 'paused' },
      reason: 'holidays',
      request_id: 'r-1',
    });
    expect(text).not.toContain('1234');
    expect((await scene.send('GET', '/audit', { as })).status).toBe(403);
    const filtered = await scene.send<Audit>('GET', '/audit?object_kind=job&limit=1', { as: admin });
    expect(filtered.json.items).toHaveLength(1);
    const next = await scene.send<Audit>('GET', `/audit?limit=1&cursor=${filtered.json.next_cursor}`, {
      as: admin,
    });
    expect(next.json.items).toHaveLength(1);
    expect((await scene.send('GET', '/audit?cursor=x', { as: admin })).json).toMatchObject({
      status: 400,
      issues: [{ field: 'cursor' }],
    });
  });

  it('files what an operator of all tenants does under the tenant that it is done to', async () => {
    const scene = sceneOf();
    await scene.send('POST', '/jobs/cron', { body: { ...job, platform_id: 'acme' } });
    expect(
      (await scene.send<Audit>('GET', '/audit', { as: principal('admin', 'acme') })).json.items,
    ).toHaveLength(1);
    expect(
      (await scene.send<Audit>('GET', '/audit', { as: principal('admin', 'globex') })).json.items,
    ).toEqual([]);
  });

  it('that cannot be written is reported, and the write that was done is answered', async () => {
    const store = createMemoryStore({ clock: new SettableClock(NOW) });
    const scene = sceneOf({ store });
    const log = store.access.auditLog;
    log.append = () => Promise.reject(new Error('disk full'));
    expect((await scene.send('POST', '/jobs/cron', { body: job })).status).toBe(201);
    expect(String(scene.errors[0])).toContain('disk full');
  });

  it('is left out where the store keeps none', async () => {
    const store = { ...createMemoryStore({ clock: new SettableClock(NOW) }), access: null };
    const scene = sceneOf({ store });
    expect((await scene.send('POST', '/jobs/cron', { body: job })).status).toBe(201);
    expect(scene.errors).toEqual([]);
    expect((await scene.send('GET', '/audit')).json).toMatchObject({
      status: 501,
      code: 'FEATURE_NOT_SUPPORTED',
    });
  });
});

describe('a write with an Idempotency-Key', () => {
  const keyed = (key: string): Pick<Sent, 'headers'> => ({ headers: { 'idempotency-key': key } });
  const list = async (scene: Scene) => (await scene.send<unknown[]>('GET', '/jobs')).json;

  it('is carried out once, and answered the same again', async () => {
    const scene = sceneOf();
    const send = (key = 'k1') => scene.send('POST', '/jobs/cron', { ...keyed(key), body: job });
    const [first, second] = [await send(), await send()];
    expect([second.status, second.json]).toEqual([first.status, first.json]);
    expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    expect(second.headers.get('etag')).toBe('"1"');
    expect(await list(scene)).toHaveLength(1);
    expect((await send('k2')).json).toMatchObject({ code: 'JOB_ALREADY_EXISTS' });
  });

  it('is refused with 422 for another body or path; the order of members does not matter', async () => {
    const scene = sceneOf();
    await scene.send('POST', '/jobs/cron', { ...keyed('k1'), body: job });
    const other = await scene.send('POST', '/jobs/cron', { ...keyed('k1'), body: { ...job, name: 'other' } });
    expect(other.json).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
    expect((await scene.send('POST', '/jobs/daily/pause', keyed('k1'))).status).toBe(422);
    const reordered = Object.fromEntries(Object.entries(job).reverse());
    expect((await scene.send('POST', '/jobs/cron', { ...keyed('k1'), body: reordered })).status).toBe(201);
    expect(await list(scene)).toHaveLength(1);
  });

  it('is 409 while the first one is being carried out', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let begun: () => void = () => undefined;
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    const scene = sceneOf({
      access: {
        mayUseType: async () => {
          begun();
          await held;
          return true;
        },
      },
    });
    const send = () => scene.send('POST', '/jobs/cron', { ...keyed('k1'), body: job });
    const first = send();
    await isBegun;
    expect((await send()).json).toMatchObject({ status: 409, code: 'IDEMPOTENCY_KEY_IN_USE' });
    release();
    expect((await first).status).toBe(201);
    expect((await send()).status).toBe(201);
  });

  it('that is refused leaves its key free', async () => {
    const scene = sceneOf();
    const send = (body: object) => scene.send('POST', '/jobs/cron', { ...keyed('k1'), body });
    expect((await send({ ...job, handler_name: 'unknown' })).status).toBe(400);
    expect((await send(job)).status).toBe(201);
  });

  it('has a key of its principal, whatever others use', async () => {
    const scene = sceneOf();
    for (const tenant of ['acme', 'globex']) {
      const as = principal('admin', tenant);
      const answer = await scene.send('POST', '/jobs/cron', { as, ...keyed('k1'), body: job });
      expect(answer.json).toMatchObject({ platform_id: tenant });
    }
  });

  it.each(['', 'a b', 'x'.repeat(256)])('is refused for the key %j', async (key) => {
    const { status, json } = await sceneOf().send('POST', '/jobs/cron', { ...keyed(key), body: job });
    expect([status, json['code']]).toEqual([400, 'REQUEST_INVALID']);
  });

  it('is refused where the answer has a secret', async () => {
    const answer = await sceneOf().send('POST', '/keys', {
      ...keyed('k'),
      body: { name: 'ci', preset: 'viewer' },
    });
    expect(answer.status).toBe(400);
  });
});
