import type { Principal } from './access/principal.js';
import { createHandler } from './handler/create-handler.js';
import { nodeListener, serve } from './node.js';
import { isWrite, PUBLIC } from './declare/route.js';
import { ROUTES } from './routes/route-table.js';
import { BASE, principal, Scene } from './test-support/scene.js';
import { createWorld, SAMPLES } from './test-support/world.js';

/** Holes that other schedulers and dashboards have had, by their names. Each is tried here. */

const scenes: Scene[] = [];
const sceneOf = (options?: ConstructorParameters<typeof Scene>[0]) => {
  const scene = new Scene(options);
  scenes.push(scene);
  return scene;
};
afterEach(async () => {
  for (const scene of scenes.splice(0)) {
    void scene.handler.close();
    await scene.node.stop();
  }
});
const job = { name: 'daily', schedule: '0 9 * * *', handler_name: 'greet' };

it('open by default (Airflow CVE-2020-13927): without configuration every route, page and stream is 401 or 403', async () => {
  const world = await createWorld();
  scenes.push(world.scene);
  const handler = createHandler({ node: world.scene.node });
  for (const route of ROUTES) {
    const path = SAMPLES[route.operation]?.(world).path ?? '';
    const request = () => new Request(`http://localhost${BASE}${path}`, { method: route.method });
    const local = await handler(request(), { remoteAddress: '127.0.0.1' });
    const remote = await handler(request(), { remoteAddress: '203.0.113.5' });
    expect([route.operation, local.status, remote.status]).toEqual([route.operation, 401, 403]);
  }
});

it('lost its local-only default in a release (Hangfire): only this machine is bound and served', async () => {
  const handler = createHandler({ node: sceneOf().node });
  const served = await serve(handler);
  expect(new URL(served.url).hostname).toBe('127.0.0.1');
  await served.close();
  await expect(serve(handler, { host: '::' })).rejects.toThrow('access is not configured');
});

it('a namespace inside a batch that differed from the authorised one (Temporal CVE-2025-14986, CVE-2026-5199): no body chooses a tenant', async () => {
  const scene = sceneOf();
  const as = principal('admin', 'acme');
  const foreign = { platform_id: 'globex' };
  const trigger = { kind: 'now' };
  const bodies: readonly (readonly [string, object])[] = [
    ['/jobs/cron', { ...job, ...foreign }],
    ['/jobs/once', { name: 'x', handler_name: 'greet', execute_at: '2031-01-01T00:00:00Z', ...foreign }],
    ['/jobs/recurring', { ...job, start_date: '2031-01-01T00:00:00Z', ...foreign }],
    ['/jobs', { handler_name: 'greet', trigger, ...foreign }],
    ['/executions', { handler_name: 'greet', ...foreign }],
    ['/events', { name: 'user:signup', ...foreign }],
    [
      '/event-handlers',
      { event_name: 'e', action: { kind: 'enqueue', request: { type: 'greet' } }, ...foreign },
    ],
    ['/circuits/smtp/reset', foreign],
    ['/rate-limits/reset', { scope: 'type', key: 'greet', ...foreign }],
    ['/keys', { name: 'k', preset: 'viewer', ...foreign }],
    ['/workflow-runs', { workflow: 'order', ...foreign }],
    ['/bulk-actions', { action: 'executions.retry', filter: foreign }],
    ['/bulk-actions', { action: 'jobs.delete', filter: foreign, dry_run: true }],
  ];
  for (const [path, body] of bodies)
    expect([path, (await scene.send('POST', path, { as, body })).status]).toEqual([path, 403]);
  // Neither does what is inside of an action: it makes work of its own tenant.
  const nested = {
    event_name: 'e',
    action: { kind: 'create_job', definition: { type: 'greet', tenant: 'globex' } },
  };
  expect((await scene.send('POST', '/event-handlers', { as, body: nested })).status).toBe(400);
  expect((await scene.node.scheduler.forTenant('globex').list()).items).toEqual([]);
});

it('a stream that skipped authorisation (CVE-2026-5724): it passes the gate, and keeps to its tenant', async () => {
  const scene = sceneOf();
  expect((await scene.send('GET', '/events', { as: null })).status).toBe(401);
  const powerless: Principal = { ...principal('admin', 'acme'), permissions: ['jobs:read'] };
  expect((await scene.send('GET', '/events', { as: powerless })).status).toBe(403);
});

it('a read-only user who could rewrite a job (Oban Web): a viewer changes nothing, by whatever route', async () => {
  const world = await createWorld();
  scenes.push(world.scene);
  const before = (await world.scene.send('GET', `/jobs/${world.job}`)).text;
  for (const route of ROUTES.filter(isWrite)) {
    const sample = SAMPLES[route.operation]?.(world) ?? { path: '' };
    const as = principal('viewer', 'acme');
    const { status } = await world.scene.send(route.method, sample.path, { as, body: sample.body });
    expect([route.operation, status]).toEqual([route.operation, 403]);
  }
  expect((await world.scene.send('GET', `/jobs/${world.job}`)).text).toBe(before);
});

it.each([
  ['a range of a hundred thousand million', '0-99999999999 * * * *'],
  ['a list of 5,000 minutes', `${Array.from({ length: 5_000 }, (_, n) => n % 60).join(',')} * * * *`],
  ['a step of nothing', '*/0 * * * *'],
  ['100,000 stars', `${'*'.repeat(100_000)}`],
  ['30 February', '0 0 30 2 *'],
  ['a step below one', '0-59/0.0000001 * * * *'],
])(
  'a huge cron range that used up memory while being described (Oban Web): %s is refused',
  async (_, schedule) => {
    const scene = sceneOf();
    const created = await scene.send('POST', '/jobs/cron', { body: { ...job, schedule } });
    expect([400, 413]).toContain(created.status);
    const trigger = { kind: 'cron', expressions: [schedule] };
    const previewed = await scene.send<{ runs?: unknown[] }>('POST', '/preview', {
      body: { trigger, count: 1_000 },
    });
    expect([200, 400, 413]).toContain(previewed.status);
    expect(previewed.text.length).toBeLessThan(5_000);
  },
);

it('read-only that hides buttons only (bull-board): every write is refused by the handler itself', async () => {
  const scene = sceneOf();
  const handler = createHandler({ node: scene.node, readOnly: true, authenticate: () => principal('admin') });
  for (const { method, path } of ROUTES.filter(isWrite)) {
    const url = `http://h${BASE}${path.replace(/:\w+/g, 'x')}`;
    expect([path, (await handler(new Request(url, { method }))).status]).toEqual([path, 403]);
  }
});

it('tenants from a header (bull-board): no header, query or path changes the tenant of a principal', async () => {
  const { scene, job: id } = await createWorld();
  scenes.push(scene);
  const as = principal('admin', 'globex');
  const headers = { 'x-tenant': 'acme', 'x-tenant-id': 'acme', 'x-platform-id': 'acme', tenant: 'acme' };
  expect((await scene.send('GET', `/jobs/${id}`, { as, headers })).status).toBe(404);
  expect((await scene.send('GET', '/jobs', { as, headers })).json).toEqual([]);
  expect((await scene.send('GET', '/jobs?platform_id=acme', { as, headers })).status).toBe(403);
  expect((await scene.send('GET', '/jobs?tenant=acme', { as, headers })).status).toBe(400);
});

it('auth skipped under another framework (bull-board): the gate is in the handler, which every mount calls', () => {
  const handler = createHandler({ node: sceneOf().node });
  expect(handler.token).not.toBeNull();
  expect(nodeListener(handler)).toHaveLength(2);
  expect(ROUTES.filter(({ permission }) => permission === PUBLIC)).toHaveLength(2);
});

it('stored XSS by arguments, URL and filters (Sidekiq): answers are JSON that no browser takes for a page', async () => {
  const scene = sceneOf();
  const attack = '<img src=x onerror=alert(1)>"\'`</script>';
  await scene.send('POST', '/jobs/cron', {
    body: { ...job, name: attack, description: attack, tags: [attack], payload: attack },
  });
  const paths = [
    '/jobs',
    `/jobs/${encodeURIComponent(attack)}`,
    `/jobs?tags=${encodeURIComponent(attack)}`,
    `/jobs?${encodeURIComponent(attack)}=1`,
    `/${encodeURIComponent(attack)}`,
    '/docs',
  ];
  for (const path of paths) {
    const { headers, text } = await scene.send('GET', path);
    const type = headers.get('content-type') ?? '';
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    if (type.includes('html')) expect(text).not.toContain('<img');
    else expect(type).toMatch(/^application\/(problem\+)?json; charset=utf-8$/);
  }
});

it('unbounded refresh parameter (CVE-2023-26141): every number of a query has a bound', async () => {
  const scene = sceneOf();
  for (const query of [
    'limit=1000000',
    'limit=-1',
    'limit=NaN',
    'limit=1e9',
    'offset=99999999999',
    'refresh=1',
  ])
    expect([query, (await scene.send('GET', `/jobs?${query}`)).status]).toEqual([query, 400]);
  await scene.send('POST', '/jobs/cron', { body: job });
  expect((await scene.send('GET', '/jobs/daily/preview?count=1001')).status).toBe(400);
  expect((await scene.send('GET', '/jobs/daily/explain?limit=1001')).status).toBe(400);
  expect((await scene.send('GET', '/forecast?until=9999-01-01T00:00:00Z')).status).toBe(400);
});

it('unanchored patterns in allow lists (Flower CVE-2022-30034): what only contains something right is wrong', async () => {
  const local = createHandler({ node: sceneOf().node });
  const authorization = `Bearer ${local.token}`;
  for (const remoteAddress of ['127.0.0.1.evil.example', 'x127.0.0.1', '10.127.0.0.1'])
    expect(
      (await local(new Request(`http://h${BASE}/jobs`, { headers: { authorization } }), { remoteAddress }))
        .status,
    ).toBe(403);
  for (const header of [`x${authorization}`, `${authorization} x`, `Basic x, ${authorization}`]) {
    const request = new Request(`http://h${BASE}/jobs`, { headers: { authorization: header } });
    expect((await local(request, { remoteAddress: '127.0.0.1' })).status).toBe(401);
  }
  const scene = sceneOf();
  for (const path of ['/x/jobs', `${BASE}x/jobs`, `/x${BASE}/jobs`, `${BASE}/../jobs`])
    expect([
      path,
      (await scene.handler(scene.request('GET', path.startsWith('/api') ? path : `/api/..${path}`))).status,
    ]).toEqual([path, 404]);
});
