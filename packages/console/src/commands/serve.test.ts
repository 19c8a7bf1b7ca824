import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { defineHandler } from '@scheduler/contracts';
import { PRESETS } from '@scheduler/core';
import type { ApplicationHttp } from '../application/application.js';
import { CapturedStream } from '../test-support/captured-stream.js';
import { type Ran, Scene } from '../test-support/scene.js';
import { until } from '../test-support/until.js';

interface Started {
  readonly url: string;
  readonly token: string;
  readonly stdout: CapturedStream;
  readonly running: Promise<Ran>;
  send(path: string, init?: RequestInit): Promise<Response>;
}

interface How {
  readonly options?: readonly string[];
  readonly http?: ApplicationHttp;
}

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.signals.emit('SIGTERM');
});

function sceneWith(...given: ConstructorParameters<typeof Scene>): Scene {
  const scene = new Scene(...given);
  scenes.push(scene);
  return scene;
}

/** Serves in the background, on a free port. */
async function start(scene: Scene, { options = [], http }: How = {}): Promise<Started> {
  const stdout = new CapturedStream(false);
  const argv = ['serve', '--port', '0', ...options];
  const application = { node: scene.node, ...(http === undefined ? {} : { http }) };
  const running = scene.run(argv, { stdout, application });
  let ended: Ran | null = null;
  void running.then((ran) => (ended = ran));
  await until(() => stdout.text.includes('curl ') || stdout.text.includes('"serving"') || ended !== null);
  if (ended !== null) throw new Error((ended as Ran).stderr);
  const url = /http:\/\/[^\s"]+/.exec(stdout.text)?.[0] ?? '';
  const token = /token\W+([\w-]{43})/.exec(stdout.text)?.[1] ?? '';
  const authorization = `Bearer ${token}`;
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, { ...init, headers: { authorization, ...init.headers } });
  return { url, token, stdout, running, send };
}

const DASHBOARD = join(__dirname, '../../../dashboard/dist/browser/index.html');
const json = { 'content-type': 'application/json' };
const once = JSON.stringify({ name: 'hello', handler_name: 'greet', execute_at: '2030-01-01T12:00:10Z' });

describe('serve', () => {
  it('prints address, docs, token and a call that works, and ends with 0 at a signal (F228)', async () => {
    const scene = sceneWith();
    const { url, token, stdout, running, send } = await start(scene);
    expect(stdout.text).toContain(`API    ${url}\ndocs   ${url}/docs\ntoken  ${token}\n`);
    expect(stdout.text).toContain(`try    curl -H "Authorization: Bearer ${token}" ${url}/jobs\n`);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1\/scheduler$/);
    expect((await send('/jobs')).status).toBe(200);
    expect((await send('/docs')).headers.get('content-type')).toContain('text/html');
    for (const path of ['/jobs', '/docs', '/docs.css', '/events', '/openapi.json', '/readyz', '/none'])
      expect([path, (await send(path, { headers: { authorization: '' } })).status]).toEqual([path, 401]);
    scene.signals.emit('SIGTERM');
    const { code, stderr } = await running;
    expect(code).toBe(0);
    expect(stderr).toContain('note: access is not configured: only this machine is served');
    expect(stderr).toContain('note: nothing works on jobs in this process: --work does');
    expect(stderr).toContain('note: stopping (SIGTERM)');
    expect(stderr).toContain('note: stopped');
    await expect(send('/jobs')).rejects.toThrow();
    expect(scene.signals.listenerCount('SIGTERM')).toBe(0);
  });

  it('works on jobs with --work only, and prints what happens', async () => {
    const scene = sceneWith();
    const served = await start(scene);
    expect((await served.send('/jobs/once', { method: 'POST', headers: json, body: once })).status).toBe(201);
    await scene.clock.advance('1m');
    expect(scene.calls).toEqual([]);
    scene.signals.emit('SIGINT');
    await served.running;
    const works = await start(scene, { options: ['--work'] });
    await until(() => scene.calls.length === 1);
    await until(() => works.stdout.text.includes('completed   hello [greet]'));
    scene.signals.emit('SIGINT');
    expect((await works.running).stderr).toContain('note: jobs run in this process');
  });

  it('prints one JSON object a line with --json', async () => {
    const scene = sceneWith();
    const { running, url, send } = await start(scene, { options: ['--json', '--work', '--read-only'] });
    expect((await send('/jobs')).status).toBe(200);
    scene.signals.emit('SIGINT');
    const { code, stdout, stderr } = await running;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toEqual({
      event: 'serving',
      url,
      docs: `${url}/docs`,
      // Null where the workspace was not built.
      dashboard: existsSync(DASHBOARD) ? `${url}/dashboard/` : null,
      token: expect.stringMatching(/^[\w-]{43}$/),
      readOnly: true,
      apiKeys: false,
      works: true,
    });
  });

  it('refuses every write with --read-only, or where application or configuration say so', async () => {
    const ways: [ConstructorParameters<typeof Scene>[1], How][] = [
      [{}, { options: ['--read-only'] }],
      [{}, { http: { readOnly: true } }],
      [{ http: { readOnly: true } }, { http: { readOnly: false } }],
    ];
    for (const [config, how] of ways) {
      const { send } = await start(sceneWith([], config), how);
      const answer = await send('/jobs/once', { method: 'POST', headers: json, body: once });
      expect([answer.status, await answer.json()]).toEqual([
        403,
        expect.objectContaining({ code: 'READ_ONLY' }),
      ]);
      expect((await send('/jobs')).status).toBe(200);
    }
  });

  it.each(['0.0.0.0', '::', '192.0.2.1'])('refuses --host %s until access is configured', async (host) => {
    const refused = await sceneWith().run(['serve', '--port', '0', '--host', host]);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(
      `--host: "${host}" is not this machine alone, and access is not configured`,
    );
    expect(refused.stderr).toContain('(ACCESS_NOT_CONFIGURED)');
    const config = { http: { host } };
    expect((await sceneWith([], config).run(['serve', '--port', '0'])).code).toBe(1);
  });

  it('takes API keys with --api-keys, on any address', async () => {
    const scene = sceneWith();
    const token = (await scene.run(['key:create', '--name', 'ci', '--preset', 'viewer'])).stdout.trim();
    const { stdout, send, running } = await start(scene, { options: ['--api-keys', '--host', '0.0.0.0'] });
    expect(stdout.text).toContain('curl -H "Authorization: Bearer $API_KEY" http://0.0.0.0:');
    expect(stdout.text).not.toContain('token');
    expect((await send('/jobs')).status).toBe(401);
    expect((await send('/readyz')).status).toBe(200);
    const headers = { authorization: `Bearer ${token}`, ...json };
    expect((await send('/jobs', { headers })).status).toBe(200);
    expect((await send('/jobs/once', { method: 'POST', headers, body: once })).status).toBe(403);
    scene.signals.emit('SIGTERM');
    expect((await running).stderr).toContain('note: key:create creates an API key');
  });

  it('serves as the application says: who comes in, under which path, and what nobody sees', async () => {
    const ada = { id: 'ada', kind: 'application', tenant: 'acme', permissions: PRESETS.operator } as const;
    const scene = sceneWith();
    await scene.node.scheduler.enqueue({
      type: 'greet',
      tenant: 'acme',
      payload: { card: '4242', name: 'Ada' },
    });
    const http: ApplicationHttp = async (node) => ({
      authenticate: ({ headers }) => (headers.get('x-user') === `ada of ${node.id}` ? ada : null),
      basePath: '/jobs-api',
      redact: ['payload.card'],
    });
    const { url, send } = await start(scene, { http, options: ['--host', '0.0.0.0'] });
    expect(url).toMatch(/\/jobs-api$/);
    expect((await send('/executions')).status).toBe(401);
    const answer = await send('/executions', { headers: { 'x-user': `ada of ${scene.node.id}` } });
    expect(await answer.json()).toMatchObject({ items: [{ payload: { card: '***', name: 'Ada' } }] });
    const moved = await start(scene, { http, options: ['--base-path', '/elsewhere'] });
    expect(moved.url).toMatch(/\/elsewhere$/);
  });

  it('is not ready from the first signal on, and lets running handlers and requests finish', async () => {
    const ends: (() => void)[] = [];
    const slow = defineHandler({ type: 'slow', handle: () => new Promise<void>((end) => ends.push(end)) });
    const scene = sceneWith([slow]);
    const { running, send } = await start(scene, { options: ['--work'] });
    const stream = await send('/events');
    await scene.node.scheduler.enqueue({ type: 'slow' });
    await until(() => ends.length === 1);
    expect((await send('/readyz')).status).toBe(200);
    scene.signals.emit('SIGTERM');
    expect(await stream.text()).toContain('welcome');
    await until(() => !scene.node.running);
    expect(
      await Promise.all(['/readyz', '/livez', '/jobs'].map(async (path) => (await send(path)).status)),
    ).toEqual([503, 200, 503]);
    ends[0]?.();
    const { code, stdout } = await running;
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/completed +\[slow\]|completed +slow/),
    });
  });

  it('serves for the configured time after a signal, so that load goes elsewhere', async () => {
    const scene = sceneWith([], { http: { drain: '5s' } });
    const { running, send } = await start(scene);
    scene.signals.emit('SIGTERM');
    let status = 200;
    while (status === 200) status = (await send('/readyz')).status;
    expect([status, (await send('/jobs')).status]).toEqual([503, 200]);
    await scene.clock.advance('5s');
    expect((await running).code).toBe(0);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])('ends at once at a second %s', async (signal, exitCode) => {
    let calls = 0;
    const stuck = defineHandler({ type: 'stuck', handle: () => new Promise<void>(() => (calls += 1)) });
    const scene = sceneWith([stuck]);
    const { running } = await start(scene, { options: ['--work'] });
    await scene.node.scheduler.enqueue({ type: 'stuck' });
    await until(() => calls === 1);
    scene.signals.emit('SIGTERM');
    await until(() => !scene.node.running);
    scene.signals.emit(signal);
    expect((await running).code).toBe(exitCode);
  });

  it('says what to do about an address that it cannot have', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const taken = await sceneWith().run(['serve', '--port', String(port)]);
    other.close();
    expect(taken).toMatchObject({ code: 1 });
    expect(taken.stderr).toContain(
      `--port: ${port} of 127.0.0.1 is taken by another program; choose another one`,
    );
    const foreign = await sceneWith().run(['serve', '--api-keys', '--port', '0', '--host', '192.0.2.1']);
    expect(foreign.stderr).toContain(
      '--host: "192.0.2.1" is no address of this machine (ADDRESS_NOT_USABLE)',
    );
  });

  it.each([
    [['--port', '65536'], 2, '--port: "65536" is not accepted; accepted: a whole number from 0 to 65535'],
    [['--base-path', 'api/'], 2, '--base-path: "api/" is not accepted'],
  ])('refuses %j', async (options, code, message) => {
    const ran = await sceneWith().run(['serve', ...options]);
    expect(ran).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });

  it.each([
    ['yes', 'provides a string as its http options'],
    [{ node: {} }, 'provides an object with node as its http options'],
    [{ authenticat: () => null }, 'authenticat: is not known'],
    [{ authenticate: 'me' }, 'authenticate'],
  ])('refuses an application whose http is %j', async (http, message) => {
    const { node } = sceneWith();
    const application = { node, http } as never;
    const ran = await sceneWith().run(['serve', '--port', '0'], { application });
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  });

  it('takes the options from a container', async () => {
    const { node } = sceneWith();
    const bound = new Map<symbol, unknown>([
      [Symbol.for('scheduler.node'), node],
      [Symbol.for('scheduler.http'), { authenticate: 5 }],
    ]);
    const application = {
      isBound: (token: symbol) => bound.has(token),
      get: (token: symbol) => bound.get(token),
    };
    const ran = await sceneWith().run(['serve', '--port', '0'], { application });
    expect(ran.stderr).toContain('authenticate');
  });
});
