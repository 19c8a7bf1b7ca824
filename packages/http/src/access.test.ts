import type { Principal } from './access/principal.js';
import { createHandler } from './handler/create-handler.js';
import { BASE, principal, Scene } from './test-support/scene.js';

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

describe('a handler that nobody configured', () => {
  const url = `http://localhost${BASE}/jobs`;
  const ask = (headers: Record<string, string>, remoteAddress?: string) => {
    const handler = createHandler({ node: sceneOf().node });
    const token = handler.token ?? '';
    const authorization = (headers['authorization'] ?? '').replace('TOKEN', token);
    const request = new Request(url, { headers: { ...headers, authorization } });
    return handler(request, remoteAddress === undefined ? {} : { remoteAddress });
  };
  const bearer = { authorization: 'Bearer TOKEN' };

  it.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])(
    'serves %s with its token',
    async (address) => {
      expect((await ask(bearer, address)).status).toBe(200);
    },
  );

  it.each([
    ['no token', {}],
    ['another token', { authorization: 'Bearer x' }],
    ['a longer token', { authorization: 'Bearer TOKENx' }],
    ['another scheme', { authorization: 'Basic TOKEN' }],
  ])('answers 401 without a hint for %s', async (_title, headers) => {
    const response = await ask(headers, '127.0.0.1');
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ detail: 'a valid credential is needed' });
  });

  it.each(['10.0.0.1', '::ffff:10.0.0.1', '127.0.0.1.evil.example', '1270.0.0.1', '', 'localhost'])(
    'refuses the address %j even with its token',
    async (address) => {
      expect((await ask(bearer, address)).status).toBe(403);
    },
  );

  it('refuses what a proxy forwards, another host, and an unknown address', async () => {
    expect((await ask({ ...bearer, 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1')).status).toBe(403);
    expect((await ask({ ...bearer, host: 'evil.example' }, '127.0.0.1')).status).toBe(403);
    expect((await ask(bearer)).status).toBe(403);
  });

  it('has another token each time, of 256 bits', () => {
    const { node } = sceneOf();
    const tokens = [createHandler({ node }).token, createHandler({ node }).token];
    expect(tokens[0]).toMatch(/^[\w-]{43}$/);
    expect(tokens[0]).not.toBe(tokens[1]);
    expect(createHandler({ node, authenticate: () => null }).token).toBeNull();
  });
});

describe('the gate', () => {
  it('answers 401 before anything else, also for paths that do not exist', async () => {
    const scene = sceneOf();
    for (const [method, path] of [
      ['GET', '/jobs'],
      ['GET', '/none'],
      ['PATCH', '/jobs'],
      ['POST', '/jobs/cron'],
    ] as const) {
      const { status, json, headers } = await scene.send(method, path, {
        as: null,
        ...(method === 'POST' ? { raw: 'x' } : {}),
      });
      expect([status, json['code'], headers.get('www-authenticate')]).toEqual([
        401,
        'UNAUTHENTICATED',
        'Bearer',
      ]);
    }
  });

  it.each<[string, unknown]>([
    ['without a tenant', { id: 'a', kind: 'application', permissions: [] }],
    ['with a tenant that is none', { ...principal('admin'), tenant: '' }],
    ['without an id', { ...principal('admin'), id: '' }],
    ['with an unknown permission', { ...principal('admin'), permissions: ['jobs:*'] }],
    ['without permissions', { ...principal('admin'), permissions: undefined }],
  ])('serves no principal %s, since that may be a mistake', async (_title, given) => {
    const scene = sceneOf({ authenticate: () => given as Principal });
    const { status, json } = await scene.send('GET', '/jobs');
    expect([status, json['code']]).toEqual([500, 'PRINCIPAL_INVALID']);
  });

  it('serves nobody when authenticate fails', async () => {
    const scene = sceneOf({
      authenticate: () => {
        throw new Error('the session store is down');
      },
    });
    const { status, text } = await scene.send('GET', '/jobs');
    expect([status, text.includes('session')]).toEqual([500, false]);
  });

  it('limits the requests of each principal, and says when to come back', async () => {
    const scene = sceneOf({ limits: { requestsPerMinute: 6, requestBurst: 2 } });
    const [ada, bob] = [principal('viewer', 'acme'), principal('viewer', 'globex')];
    const ask = async (as: Principal) => (await scene.send('GET', '/jobs', { as })).status;
    expect([await ask(ada), await ask(ada), await ask(ada), await ask(bob)]).toEqual([200, 200, 429, 200]);
    const limited = await scene.send('GET', '/jobs', { as: ada });
    expect([limited.headers.get('retry-after'), limited.json['code']]).toEqual(['10', 'RATE_LIMITED']);
    await scene.clock.advance(10_000);
    expect([await ask(ada), await ask(ada)]).toEqual([200, 429]);
  });

  it('asks the application which types of jobs a principal may create (F252)', async () => {
    const asked: string[] = [];
    const scene = sceneOf({
      access: {
        mayUseType: ({ tenant }, type) => {
          asked.push(type);
          return tenant === null || type === 'greet';
        },
      },
    });
    const as = principal('admin', 'acme');
    const create = (body: object) => scene.send('POST', '/jobs/cron', { as, body: { ...job, ...body } });
    expect((await create({})).status).toBe(201);
    expect(await create({ name: 'x', handler_name: 'break' })).toMatchObject({
      status: 403,
      json: { code: 'JOB_TYPE_NOT_ALLOWED' },
    });
    await create({ name: 'y', handler_name: 'crawl', handler_type: 'agent' });
    await create({ name: 'z', handler_name: 'scheduler.dispatch_agent', payload: { agent: 'crawl' } });
    expect(asked).toEqual(['greet', 'break', 'agent:crawl', 'agent:crawl']);
  });

  it('does not tell a tenant which job types the application has', async () => {
    const body = { ...job, handler_name: 'unknown' };
    const { json } = await sceneOf().send('POST', '/jobs/cron', { as: principal('admin', 'acme'), body });
    expect(json).toMatchObject({ code: 'HANDLER_NOT_FOUND', status: 400 });
    expect(json['detail']).not.toMatch(/greet|break/);
  });
});

describe('a write of a browser', () => {
  const write = async (headers: Record<string, string>) =>
    (await sceneOf().send('POST', '/jobs/cron', { body: job, headers })).status;

  it.each<[Record<string, string>, number]>([
    [{}, 201],
    [{ cookie: 's=1', 'sec-fetch-site': 'same-origin' }, 201],
    [{ cookie: 's=1', 'sec-fetch-site': 'same-site' }, 403],
    [{ cookie: 's=1', 'sec-fetch-site': 'cross-site' }, 403],
    [{ cookie: 's=1', 'sec-fetch-site': 'none' }, 403],
    [{ cookie: 's=1' }, 403],
    [{ cookie: 's=1', authorization: 'Bearer x' }, 201],
    [{ cookie: 's=1', authorization: 'Bearer x', 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
  ])('with %j is answered with %i', async (headers, status) => {
    expect(await write(headers)).toBe(status);
  });

  it('may read from other pages, which see nothing without CORS', async () => {
    const headers = { cookie: 's=1', 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const answer = await sceneOf().send('GET', '/jobs', { headers });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });
});
