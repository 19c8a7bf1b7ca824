import { gzipSync } from 'node:zlib';
import { createHandler } from './handler/create-handler.js';
import { BASE, principal, Scene, type SceneOptions, type Sent } from './test-support/scene.js';
import { CANARY, createWorld } from './test-support/world.js';

/** Every field, header, cursor, token, encoding, method and path that is wrong: a 4xx with its code, and nothing of the inside. */

const scenes: Scene[] = [];
const sceneOf = (options?: SceneOptions) => {
  const scene = new Scene(options);
  scenes.push(scene);
  return scene;
};
afterEach(async () => {
  for (const scene of scenes.splice(0)) {
    await scene.handler.close();
    await scene.node.stop();
  }
});

const job = { name: 'daily', schedule: '0 9 * * *', handler_name: 'greet' };
const INSIDE = /node_modules|\.ts\b|\.js\b|\bat \S+ \(|postgres|redis|select |ECONN|stack/i;

type Row = readonly [title: string, method: string, path: string, sent: Sent, status: number, code: string];

const text = (raw: string | Uint8Array, type = 'application/json'): Sent => ({
  raw,
  headers: { 'content-type': type },
});
const BODY = [400, 'BODY_INVALID'] as const;
const QUERY = [400, 'REQUEST_INVALID'] as const;
const MEDIA = [415, 'MEDIA_TYPE_NOT_SUPPORTED'] as const;
const NONE = [404, 'NOT_FOUND'] as const;
const METHOD = [405, 'METHOD_NOT_ALLOWED'] as const;
const LOST = [401, 'UNAUTHENTICATED'] as const;

const rows: readonly Row[] = [
  ['field: an unknown one', 'POST', '/jobs/cron', { body: { ...job, nmae: 'x' } }, ...BODY],
  ['field: one of another type', 'POST', '/jobs/cron', { body: { ...job, name: 7 } }, ...BODY],
  ['field: one that is missing', 'POST', '/jobs/cron', { body: { name: 'x' } }, ...BODY],
  [
    'field: a cron expression that is none',
    'POST',
    '/jobs/cron',
    { body: { ...job, schedule: 'x' } },
    400,
    'SCHEDULE_INVALID',
  ],
  [
    'field: a zone that is none',
    'POST',
    '/jobs/cron',
    { body: { ...job, timezone: 'Mars' } },
    400,
    'SCHEDULE_INVALID',
  ],
  [
    'field: a type without a handler',
    'POST',
    '/jobs/cron',
    { body: { ...job, handler_name: 'none' } },
    400,
    'HANDLER_NOT_FOUND',
  ],
  ['field: a parameter that is unknown', 'GET', '/jobs?statuss=active', {}, ...QUERY],
  ['field: a parameter given twice', 'GET', '/jobs?limit=1&limit=2', {}, ...QUERY],
  ['field: a limit above the largest', 'GET', '/jobs?limit=101', {}, ...QUERY],
  ['field: a limit that is no number', 'GET', '/jobs?limit=1e1', {}, ...QUERY],
  [
    'header: an idempotency key that is too long',
    'POST',
    '/jobs/cron',
    { body: job, headers: { 'idempotency-key': 'x'.repeat(256) } },
    ...QUERY,
  ],
  [
    'header: an idempotency key with spaces',
    'POST',
    '/jobs/cron',
    { body: job, headers: { 'idempotency-key': 'a b' } },
    ...QUERY,
  ],
  [
    'header: a content length that is too large',
    'POST',
    '/jobs/cron',
    { body: job, headers: { 'content-length': '99999999999' } },
    413,
    'BODY_TOO_LARGE',
  ],
  [
    'header: more of them than fit',
    'GET',
    '/jobs',
    { headers: { 'x-a': 'x'.repeat(20_000) } },
    431,
    'HEADERS_TOO_LARGE',
  ],
  ['cursor: a text', 'GET', '/executions?cursor=x', {}, ...QUERY],
  ['cursor: of another list', 'GET', '/executions?cursor=1893456000000.abc', {}, ...QUERY],
  [
    'cursor: an instant that does not exist',
    'GET',
    `/executions?cursor=${Buffer.from('[1e300,"a"]').toString('base64url')}`,
    {},
    ...QUERY,
  ],
  ['cursor: of the audit log', 'GET', '/audit?cursor=x', {}, 400, 'ACCESS_INVALID'],
  ['token: none', 'GET', '/jobs', { as: null }, ...LOST],
  ['token: another one', 'GET', '/jobs', { as: null, headers: { authorization: 'Bearer x' } }, ...LOST],
  [
    'token: an API key that is none',
    'GET',
    '/jobs',
    { as: null, headers: { authorization: 'Bearer sch_a_b' } },
    ...LOST,
  ],
  [
    'token: basic authentication',
    'GET',
    '/jobs',
    { as: null, headers: { authorization: 'Basic YTpi' } },
    ...LOST,
  ],
  ['token: none for a path that does not exist', 'GET', '/none', { as: null }, ...LOST],
  [
    'encoding: a body in latin1',
    'POST',
    '/jobs/cron',
    text('{}', 'application/json; charset=latin1'),
    ...MEDIA,
  ],
  ['encoding: a form', 'POST', '/jobs/cron', text('name=x', 'application/x-www-form-urlencoded'), ...MEDIA],
  ['encoding: no type at all', 'POST', '/jobs/cron', text('{}', ''), ...MEDIA],
  [
    'encoding: a compressed body',
    'POST',
    '/jobs/cron',
    {
      raw: gzipSync(JSON.stringify(job)),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    },
    ...MEDIA,
  ],
  [
    'encoding: bytes that are not UTF-8',
    'POST',
    '/jobs/cron',
    text(new Uint8Array([0x22, 0xc3, 0x28, 0x22])),
    ...BODY,
  ],
  [
    'encoding: a byte order mark of UTF-16',
    'POST',
    '/jobs/cron',
    text(new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0])),
    ...BODY,
  ],
  ['encoding: half a JSON', 'POST', '/jobs/cron', text('{"name":"x"'), ...BODY],
  ['encoding: a nesting without end', 'POST', '/jobs/cron', text('['.repeat(100_000)), ...BODY],
  ['encoding: a number that loses digits', 'POST', '/jobs/cron', text('{"name":9007199254740993}'), ...BODY],
  ['method: one that the path does not have', 'PATCH', '/jobs', {}, ...METHOD],
  ['method: OPTIONS, since there is no CORS', 'OPTIONS', '/jobs', {}, ...METHOD],
  ['method: one that nobody knows', 'BREW', '/jobs', {}, ...METHOD],
  ['method: one that nobody knows, on no path', 'BREW', '/none', {}, ...NONE],
  ['path: an unknown one', 'GET', '/none', {}, ...NONE],
  ['path: a slash at its end', 'GET', '/jobs/', {}, ...NONE],
  ['path: two slashes', 'GET', '//jobs', {}, ...NONE],
  ['path: outside of the base', 'GET', '/api/v2/jobs', {}, ...NONE],
  ['path: an escape that is not UTF-8', 'GET', '/jobs/%ff', {}, ...QUERY],
  ['path: a parameter with control characters', 'GET', '/jobs/a%00b', {}, ...QUERY],
  ['path: a parameter that is too long', 'GET', `/jobs/${'x'.repeat(300)}`, {}, ...QUERY],
  ['path: one that is too long', 'GET', `/jobs?tags=${'x'.repeat(9_000)}`, {}, 414, 'URL_TOO_LONG'],
  [
    'path: steps upwards, written as escapes',
    'GET',
    '/jobs/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    {},
    404,
    'JOB_NOT_FOUND',
  ],
];

describe('bad input is 4xx with a code (F252)', () => {
  it.each(rows.map((row) => ({ title: row[0], row })))('$title', async ({ row }) => {
    const [, method, path, sent, status, code] = row;
    const scene = sceneOf({ access: { apiKeys: true } });
    const answer = await scene.send(method, path, sent);
    expect([answer.status, answer.json]).toEqual([status, expect.objectContaining({ status, code })]);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(answer.text).not.toMatch(INSIDE);
    expect(answer.text.length).toBeLessThan(3_000);
    expect(scene.errors).toEqual([]);
    if (status === 405) expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
    if (status === 401) expect(answer.json['detail']).toBe('a valid credential is needed');
  });

  it('names every field that is wrong, as the caller wrote it', async () => {
    const body = { ...job, name: '', max_retries: -1, priority: 'urgent', tmieout_ms: 5 };
    const { json } = await sceneOf().send<{ issues: { field: string }[] }>('POST', '/jobs/cron', { body });
    expect(json.issues.map(({ field }) => field).sort()).toEqual([
      'max_retries',
      'name',
      'priority',
      'tmieout_ms',
    ]);
  });

  it('has the same headers for HEAD as for GET, and no body, also where it is refused', async () => {
    const scene = sceneOf();
    for (const path of ['/jobs', '/none', '/jobs?limit=0']) {
      const [get, head] = [await scene.send('GET', path), await scene.send('HEAD', path)];
      expect([path, head.status, head.text]).toEqual([path, get.status, '']);
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    }
    for (let number = 0; number < 8; number++) expect((await scene.send('HEAD', '/events')).status).toBe(200);
  });
});

describe('limits of a principal (F252)', () => {
  it('429 says when to come back, and is for one principal alone', async () => {
    const scene = sceneOf({ limits: { requestsPerMinute: 60, requestBurst: 3 } });
    const as = principal('viewer', 'acme');
    const send = (who = as) => scene.send('GET', '/jobs', { as: who });
    for (let number = 0; number < 3; number++) expect((await send()).status).toBe(200);
    const refused = await send();
    expect([refused.status, refused.headers.get('retry-after'), refused.json['code']]).toEqual([
      429,
      '1',
      'RATE_LIMITED',
    ]);
    expect((await send(principal('viewer', 'globex'))).status).toBe(200);
    expect((await scene.send('GET', '/jobs', { as: null })).status).toBe(401);
    await scene.clock.advance(1_000);
    expect([(await send()).status, (await send()).status]).toEqual([200, 429]);
  });

  it('counts what is refused too: unknown paths and bad bodies use up the requests', async () => {
    const scene = sceneOf({ limits: { requestsPerMinute: 1, requestBurst: 2 } });
    const statuses: number[] = [];
    for (const path of ['/none', '/jobs?limit=0', '/jobs'])
      statuses.push((await scene.send('GET', path)).status);
    expect(statuses).toEqual([404, 400, 429]);
  });
});

it('nothing of a tenant is told to another one: ids of others are answered as ids of nobody', async () => {
  const world = await createWorld();
  scenes.push(world.scene);
  const as = principal('admin', 'globex');
  const ids = {
    jobs: world.job,
    executions: world.failed,
    'workflow-runs': world.run,
    'bulk-actions': world.bulk,
  };
  for (const [kind, id] of Object.entries(ids)) {
    const [theirs, nobodys] = await Promise.all([
      world.scene.send('GET', `/${kind}/${id}`, { as }),
      world.scene.send('GET', `/${kind}/${id.replace(/.$/, 'x')}`, { as }),
    ]);
    expect([kind, theirs.status, nobodys.status]).toEqual([kind, 404, 404]);
    expect(theirs.json['code']).toBe(nobodys.json['code']);
    expect(theirs.text).not.toContain(CANARY);
    expect(theirs.text.replaceAll(id, '')).toBe(nobodys.text.replaceAll(id.replace(/.$/, 'x'), ''));
  }
});

it('a body that was read before it came here is a failure of the mount, which is reported', async () => {
  const reported: string[] = [];
  const { node } = sceneOf();
  const handler = createHandler({
    node,
    authenticate: () => principal('admin'),
    onError: ({ error }) => reported.push(String(error)),
  });
  const request = new Request(`http://localhost${BASE}/jobs/cron`, { method: 'POST', body: '{}' });
  await request.text();
  expect((await handler(request)).status).toBe(500);
  expect(reported[0]).toContain('was read before it came to the API');
});
