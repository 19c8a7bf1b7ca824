import { ConfigurationInvalid, StoreUnavailable } from '@scheduler/contracts';
import { createHandler, handlerOf } from './handler/create-handler.js';
import { PUBLIC, route, type Route } from './declare/route.js';
import { ROUTES } from './routes/route-table.js';
import { principal, Scene } from './test-support/scene.js';

const job = { name: 'daily', schedule: '0 9 * * *', handler_name: 'greet' };
const scenes: Scene[] = [];
const sceneOf = (options?: ConstructorParameters<typeof Scene>[0]) => {
  const scene = new Scene(options);
  scenes.push(scene);
  return scene;
};
afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.node.stop();
});

function failingWith(error: unknown): Route {
  return route({
    method: 'GET',
    path: '/fail',
    permission: 'jobs:read',
    operation: 'fail',
    summary: '',
    tag: '',
    answers: {},
    handle: async () => {
      throw error;
    },
  });
}

describe('createHandler', () => {
  it('refuses a route that nobody has given a permission', () => {
    const { node } = sceneOf();
    const [first] = ROUTES;
    const { permission: _none, ...open } = first as Route;
    expect(() => handlerOf([open as Route], { node })).toThrow(ConfigurationInvalid);
    expect(() => handlerOf([open as Route], { node })).toThrow(
      /routes\[POST \/jobs\/cron\]\.permission: is missing; accepted: one of jobs:read/,
    );
    const unknown = { ...open, permission: 'jobs:everything' } as unknown as Route;
    expect(() => handlerOf([unknown], { node })).toThrow(/permission: is not known, got "jobs:everything"/);
    expect(() => handlerOf([...ROUTES, first as Route], { node })).toThrow(/exists twice/);
  });

  it.each<[string, object, RegExp]>([
    ['no node', { node: undefined }, /node/],
    ['a node that is none', { node: {} }, /node/],
    ['a base path with a slash at its end', { basePath: '/api/' }, /basePath: is not a path/],
    ['a misspelt option', { authentcate: () => null }, /did you mean 'authenticate'/],
    ['a path that hides nothing', { redact: ['payload..x'] }, /redact: is not a path/],
    ['a path from anywhere', { redact: ['*.x'] }, /redact: is not a path/],
    ['limits that are none', { limits: { bodyBytes: -1 } }, /limits\.bodyBytes/],
    ['unknown limits', { limits: { bodySize: 1 } }, /limits/],
    ['access that is not known', { access: { open: true } }, /access/],
  ])('refuses %s', (_title, options, message) => {
    const { node } = sceneOf();
    expect(() => createHandler({ node, ...options } as never)).toThrow(ConfigurationInvalid);
    expect(() => createHandler({ node, ...options } as never)).toThrow(message);
  });
});

describe('a request', () => {
  it('for an unknown path is 404, and 405 with Allow for another method', async () => {
    const scene = sceneOf();
    for (const path of ['/none', '/jobs/a/b/c', '/', '/jobs/', '/api/v1/other', '/api/v1/schedulers/jobs'])
      expect((await scene.send('GET', path)).json).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    const { status, headers, json } = await scene.send('PATCH', '/jobs/a/pause');
    expect([status, headers.get('allow'), json['code']]).toEqual([405, 'POST', 'METHOD_NOT_ALLOWED']);
    expect((await scene.send('OPTIONS', '/jobs')).headers.get('access-control-allow-origin')).toBeNull();
  });

  it('with HEAD is answered like GET, without the body', async () => {
    const scene = sceneOf();
    const { status, text, headers } = await scene.send('HEAD', '/jobs');
    expect([status, text, headers.get('x-total-count')]).toEqual([200, '', '0']);
    expect((await scene.send('HEAD', '/jobs/none')).text).toBe('');
  });

  it('has limits for body, depth, headers and address', async () => {
    const scene = sceneOf({ limits: { bodyBytes: 2_000, urlLength: 500, headerBytes: 2_000 } });
    const post = (raw: string, headers = {}) => scene.send('POST', '/jobs/cron', { raw, headers });
    expect((await post(`{"a":"${'x'.repeat(2_000)}"}`)).json).toMatchObject({
      status: 413,
      code: 'BODY_TOO_LARGE',
    });
    expect((await post('['.repeat(500))).json).toMatchObject({ status: 400, code: 'BODY_INVALID' });
    expect((await scene.send('GET', `/jobs?tags=${'x'.repeat(500)}`)).json).toMatchObject({ status: 414 });
    expect((await scene.send('GET', '/jobs', { headers: { 'x-a': 'x'.repeat(2_000) } })).json).toMatchObject({
      status: 431,
    });
  });

  it('stops reading a body that is larger than it says', async () => {
    const scene = sceneOf({ limits: { bodyBytes: 2_000 } });
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(1_000).fill(32));
      },
    });
    const headers = { 'content-type': 'application/json' };
    const sent = scene.request('POST', '/jobs/cron');
    const request = new Request(sent.url, {
      method: 'POST',
      body,
      headers: { ...headers, 'x-session': sent.headers.get('x-session') ?? '' },
      duplex: 'half',
    });
    expect((await scene.handler(request)).status).toBe(413);
    expect(pulled).toBeLessThan(10);
  });

  it.each([
    ['no JSON', '{"name":', 400],
    ['a list', '[]', 400],
    ['null', 'null', 400],
    ['nothing', '', 400],
    ['invalid UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 400],
    [
      'a number that would lose digits',
      JSON.stringify({ ...job, payload: 1 }).replace(/1}$/, '12345678901234567890}'),
      400,
    ],
    ['__proto__', JSON.stringify(job).replace('{', '{"__proto__":{"polluted":1},'), 400],
    [
      '__proto__ in the payload',
      JSON.stringify({ ...job, payload: 1 }).replace(/1}$/, '{"__proto__":{"polluted":1}}}'),
      400,
    ],
    ['a payload that is too deep', JSON.stringify({ ...job, payload: nested(33) }), 400],
  ])('whose body is %s is refused', async (_title, raw, status) => {
    const scene = sceneOf();
    const answer = await scene.send('POST', '/jobs/cron', { raw });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      status,
      'application/problem+json; charset=utf-8',
    ]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect((await scene.send<unknown[]>('GET', '/jobs')).json).toEqual([]);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', ''])(
    'with the content type %j is 415',
    async (type) => {
      const scene = sceneOf();
      const answer = await scene.send('POST', '/jobs/cron', {
        raw: JSON.stringify(job),
        headers: { 'content-type': type },
      });
      expect(answer.json).toMatchObject({ status: 415, code: 'MEDIA_TYPE_NOT_SUPPORTED' });
    },
  );

  it('with an escape that is not UTF-8 in its path is 400', async () => {
    expect((await sceneOf().send('GET', '/jobs/%ff')).json).toMatchObject({
      status: 400,
      code: 'REQUEST_INVALID',
    });
  });

  it('takes no body where the route has none', async () => {
    const scene = sceneOf();
    await scene.send('POST', '/jobs/cron', { body: { ...job, enabled: false } });
    expect((await scene.send('POST', '/jobs/daily/resume', { body: { to: 'x' } })).json).toMatchObject({
      status: 400,
      issues: [{ field: 'to' }],
    });
    expect((await scene.send('POST', '/jobs/daily/resume', { body: {} })).status).toBe(204);
  });
});

describe('a failure', () => {
  it('of the server shows nothing of its cause, which is reported', async () => {
    const secret = 'postgres://user:canary@db.internal/x';
    const scene = sceneOf({ routes: [failingWith(new Error(`select failed at ${secret}`))] });
    const { status, text, json } = await scene.send('GET', '/fail');
    expect([status, json['code']]).toEqual([500, 'INTERNAL_ERROR']);
    expect(text).not.toMatch(/canary|internal\/|select|at .*\.ts|stack/);
    expect(String(scene.errors[0])).toContain('canary');
  });

  it('of the store is 503 with Retry-After, without its name and address', async () => {
    const error = new StoreUnavailable('postgres', 'connect ECONNREFUSED 10.1.2.3:5432');
    const scene = sceneOf({ routes: [failingWith(error)] });
    const { status, text, headers } = await scene.send('GET', '/fail');
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(text).not.toMatch(/10\.1\.2\.3|ECONN|postgres/);
  });

  it('of the reporting itself does not take the answer away', async () => {
    const scene = sceneOf({
      routes: [failingWith(new Error('x'))],
      onError: () => {
        throw new Error('the log is full');
      },
    });
    expect((await scene.send('GET', '/fail')).status).toBe(500);
  });
});

describe('an answer', () => {
  it('has headers that keep it out of caches, frames and other sites', async () => {
    const { headers } = await sceneOf().send('GET', '/jobs');
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it('leaves out what stands at the configured paths', async () => {
    const scene = sceneOf({ redact: ['payload.card.number', 'payload.people.*.iban', 'metadata.token'] });
    const payload = {
      card: { number: '4111', holder: 'Ada' },
      people: [
        { iban: 'DE1', name: 'A' },
        { iban: 'DE2', name: 'B' },
      ],
    };
    const body = { ...job, payload, metadata: { token: 't', kind: 'k' } };
    const created = await scene.send('POST', '/jobs/cron', { body });
    const hidden = {
      payload: {
        card: { number: '***', holder: 'Ada' },
        people: [
          { iban: '***', name: 'A' },
          { iban: '***', name: 'B' },
        ],
      },
      metadata: { token: '***', kind: 'k' },
    };
    expect(created.json).toMatchObject(hidden);
    expect((await scene.send<unknown[]>('GET', '/jobs')).json).toMatchObject([hidden]);
    // What is stored stays as it is.
    expect((await scene.node.scheduler.get('daily')).payload).toEqual(payload);
  });
});

it('probes are open once access is configured, and say no more than they must', async () => {
  const scene = sceneOf();
  expect(await scene.send('GET', '/livez', { as: null })).toMatchObject({
    status: 200,
    text: '{"status":"ok"}',
  });
  expect(await scene.send('GET', '/readyz', { as: null })).toMatchObject({
    status: 200,
    text: '{"status":"ok"}',
  });
  await scene.node.stop();
  expect(await scene.send('GET', '/readyz', { as: null })).toMatchObject({
    status: 503,
    text: '{"status":"unavailable"}',
  });
  const closed = sceneOf({ access: { protectProbes: true } });
  expect((await closed.send('GET', '/livez', { as: null })).status).toBe(401);
  expect((await closed.send('GET', '/livez', { as: principal('viewer') })).status).toBe(200);
  expect(ROUTES.filter(({ permission }) => permission === PUBLIC).map(({ path }) => path)).toEqual([
    '/livez',
    '/readyz',
  ]);
});

function nested(levels: number): unknown {
  return levels === 0 ? 1 : [nested(levels - 1)];
}
