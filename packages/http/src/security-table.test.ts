import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineHandler, type Logger } from '@scheduler/contracts';
import { createKnexStore } from '@scheduler/knex';
import { SettableClock } from '@scheduler/testing';
import { isWrite } from './declare/route.js';
import { ROUTES } from './routes/route-table.js';
import { createHandler } from './handler/create-handler.js';
import { serve } from './node.js';
import { NOW, principal, Scene } from './test-support/scene.js';
import { createWorld, SAMPLES } from './test-support/world.js';

/** What docs/security.md promises of the API, row by row. */

const scenes: Scene[] = [];
const sceneOf = (options?: ConstructorParameters<typeof Scene>[0]) => {
  const scene = new Scene(options);
  scenes.push(scene);
  return scene;
};
const folder = mkdtempSync(join(tmpdir(), 'scheduler-security-'));
afterEach(async () => {
  for (const scene of scenes.splice(0)) {
    void scene.handler.close();
    await scene.node.stop();
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A scene on a database that knows SQL. */
async function onSql(name: string, options: ConstructorParameters<typeof Scene>[0] = {}) {
  const connection = `sqlite:${join(folder, `${name}.db`)}`;
  const store = createKnexStore({ connection, clock: new SettableClock(NOW) });
  await store.migrations?.up();
  return { scene: sceneOf({ ...options, store }), store };
}

it('deny by default: without configuration every route is 401 here and 403 elsewhere, and only this machine is bound', async () => {
  const world = await createWorld();
  scenes.push(world.scene);
  const handler = createHandler({ node: world.scene.node });
  for (const { operation, method } of ROUTES) {
    const path = SAMPLES[operation]?.(world).path ?? '';
    const request = () => new Request(`http://localhost${handler.basePath}${path}`, { method });
    const here = await handler(request(), { remoteAddress: '127.0.0.1' });
    const elsewhere = await handler(request(), { remoteAddress: '203.0.113.5' });
    expect([operation, here.status, elsewhere.status]).toEqual([operation, 401, 403]);
  }
  await expect(serve(handler, { host: '0.0.0.0' })).rejects.toThrow('access is not configured');
});

it.each(['__proto__', 'constructor', 'toString', '../x', 'hasOwnProperty', 'greet ', 'GREET'])(
  'handlers only by exact registered name: %j is refused',
  async (name) => {
    const answer = await sceneOf().send('POST', '/executions', { body: { handler_name: name } });
    expect(answer.status).toBe(400);
  },
);

describe('payload: JSON within bounds, without dangerous keys', () => {
  const sendPayload = (payload: string) =>
    sceneOf().send('POST', '/executions', { raw: `{"handler_name":"greet","payload":${payload}}` });
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

  it.each([
    ['__proto__', '{"__proto__":{"polluted":true}}', 400],
    ['a constructor', '{"constructor":{"prototype":{"polluted":true}}}', 400],
    ['33 levels', nested(33), 400],
    ['more than 256 KB', JSON.stringify('x'.repeat(256 * 1024)), 400],
    ['no JSON', '{a:1}', 400],
  ])('%s', async (_, payload, status) => {
    expect((await sendPayload(payload)).status).toBe(status);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('what is right passes', async () => {
    expect((await sendPayload(nested(20))).status).toBe(201);
  });
});

it('no raw SQL: an injection in every parameter of a query is refused or finds nothing', async () => {
  const { scene } = await onSql('injection', {
    limits: { requestsPerMinute: 1_000_000, requestBurst: 100_000 },
  });
  await scene.send('POST', '/executions', { body: { handler_name: 'greet' } });
  const attacks = [
    "' OR '1'='1",
    '"; DROP TABLE scheduler_jobs; --',
    "1) UNION SELECT 'canary'--",
    '\\',
    '%00',
  ];
  for (const { method, path, query } of ROUTES) {
    if (method !== 'GET' || path.includes(':') || path === '/events') continue;
    const names = Object.keys((query as { readonly shape?: object } | undefined)?.shape ?? {});
    for (const name of names)
      for (const attack of attacks) {
        const { status, text } = await scene.send('GET', `${path}?${name}=${encodeURIComponent(attack)}`);
        expect([path, name, attack, [200, 400, 404, 501].includes(status)]).toEqual([
          path,
          name,
          attack,
          true,
        ]);
        if (status === 200) expect(text).not.toMatch(/syntax error|canary'--"|SQLITE/);
      }
  }
  expect((await scene.send('GET', '/executions')).status).toBe(200);
});

it.each([
  ['one of a megabyte', '* '.repeat(500_000), [400, 413]],
  ['more than 256 characters', `${'1,'.repeat(200)}1 * * * *`, [400]],
  ['*/0', '*/0 * * * *', [400]],
  ['30 February', '0 0 30 2 *', [400]],
])('cron is bounded: %s is an error at once', async (_, schedule, statuses) => {
  const scene = sceneOf();
  const body = { name: 'bomb', schedule, handler_name: 'greet' };
  // The code is compiled by the first call, and the time of the processor does not depend on what else runs here.
  await scene.send('POST', '/jobs/cron', { body: { ...body, schedule: '61 * * * *' } });
  const before = process.cpuUsage();
  const { status } = await scene.send('POST', '/jobs/cron', { body });
  expect(statuses).toContain(status);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(150);
});

it('pages run no script: the page of the documents allows none, and answers are no pages', async () => {
  const scene = sceneOf();
  const policy = (await scene.send('GET', '/docs')).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/script-src (?!'none')|unsafe-inline|unsafe-eval/);
  expect((await scene.send('GET', '/jobs')).headers.get('x-content-type-options')).toBe('nosniff');
});

it('no writes from other sites: a cross-site request is 403, and there are no CORS headers', async () => {
  const scene = sceneOf();
  for (const route of ROUTES.filter(isWrite)) {
    const path = route.path.replaceAll(/:\w+/g, 'x');
    const answer = await scene.send(route.method, path, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect([path, answer.status, answer.json['code']]).toEqual([path, 403, 'CROSS_ORIGIN']);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  }
});

it('secrets: a payload and a connection string are in no log, event, error or dead letter', async () => {
  const logged: unknown[] = [];
  const log = (...entry: unknown[]) => void logged.push(entry);
  const logger: Logger = { debug: log, info: log, warn: log, error: log };
  const leak = defineHandler({
    type: 'leak',
    handle: async () => {
      throw new Error('connect to postgres://me:canary-password@db.internal/jobs failed');
    },
  });
  const scene = sceneOf({ node: { handlers: [leak], logger } });
  const events: unknown[] = [];
  scene.node.events.subscribe({ names: [], listener: (event) => void events.push(event) });
  const payload = { card: 'canary-card' };
  const created = await scene.send('POST', '/executions', {
    body: { handler_name: 'leak', payload, max_retries: 0 },
  });
  await scene.work();
  const shown = await Promise.all(
    [`/executions/${String(created.json['id'])}`, '/dead-letters', '/executions'].map((path) =>
      scene.send('GET', path, {
        as: { ...principal('admin'), permissions: ['executions:read', 'dead_letters:read'] },
      }),
    ),
  );
  expect(shown.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(events.length).toBeGreaterThan(0);
  const everything = JSON.stringify([logged, events, shown.map(({ text }) => text)]);
  expect(everything).toContain('connect to');
  expect(everything).not.toMatch(/canary-(?:password|card)/);
});

it('writes are idempotent and audited: a double click does it once, and is one record', async () => {
  const { scene } = await onSql('double');
  const click = () =>
    scene.send('POST', '/executions', {
      body: { handler_name: 'greet' },
      headers: { 'idempotency-key': 'click' },
    });
  const answers = [await click(), await click()];
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const list = async (path: string) => (await scene.send<{ items: unknown[] }>('GET', path)).json.items;
  expect(await list('/executions')).toHaveLength(1);
  expect(await list('/audit')).toEqual([expect.objectContaining({ operation: 'executions.enqueue' })]);
});

it('errors show no internals: when the database is gone, the answer has a code, no SQL and no path', async () => {
  const { scene, store } = await onSql('gone');
  expect((await scene.send('GET', '/jobs')).status).toBe(200);
  await store.close?.();
  for (const path of ['/jobs', '/executions', '/metrics', '/audit', '/queues']) {
    const { status, text, json } = await scene.send('GET', path);
    expect([path, status >= 500, typeof json['code']]).toEqual([path, true, 'string']);
    expect(text).not.toMatch(/select|scheduler_|sqlite|knex|\.db|\/tmp|\.ts|\.js|at /i);
  }
});
