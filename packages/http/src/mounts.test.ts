import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigurationInvalid } from '@scheduler/contracts';
import express from 'express';
import { Hono } from 'hono';
import type { Principal } from './access/principal.js';
import { expressMount } from './express.js';
import { type FastifyLike, fastifyMount } from './fastify.js';
import { createHandler, type SchedulerHandler } from './handler/create-handler.js';
import { honoMount } from './hono.js';
import { mountOnNest } from './nest.js';
import { nextHandlers } from './next.js';
import { nodeListener, serve } from './node.js';
import { BASE, principal, Scene } from './test-support/scene.js';

type Send = (path: string, init?: RequestInit) => Promise<Response>;
type Mount = (handler: SchedulerHandler) => Promise<Send>;

const cleanups: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function listening(server: Server): Promise<Send> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())));
  const { port } = server.address() as AddressInfo;
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init);
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;
const onNode = (listener: unknown) => listening(createServer(listener as Listener));

/** What Fastify does with a plugin, as far as the mount uses it. */
class FakeFastify implements FastifyLike {
  private path = '';
  private handle: Parameters<FastifyLike['all']>[1] = () => undefined;
  private parsesJson = true;

  removeAllContentTypeParsers(): void {
    this.parsesJson = false;
  }

  addContentTypeParser(): void {
    expect(this.parsesJson).toBe(false);
  }

  all(path: string, handle: Parameters<FastifyLike['all']>[1]): void {
    [this.path, this.handle] = [path, handle];
  }

  readonly listener: Listener = (incoming, outgoing) => {
    if (!incoming.url?.startsWith(this.path.replace('*', ''))) return void outgoing.writeHead(404).end();
    void this.handle({ raw: incoming }, { raw: outgoing, hijack: () => undefined });
  };

  async register(plugin: (fastify: FastifyLike) => Promise<void>): Promise<void> {
    await plugin(this);
  }
}

const mounts: Record<string, Mount> = {
  'node:http': (handler) => onNode(nodeListener(handler)),
  Express: (handler) => onNode(express().use(expressMount(handler))),
  'Express with a parsed body': (handler) => onNode(express().use(express.json(), expressMount(handler))),
  'Express on the path of the API': (handler) =>
    onNode(express().use(BASE, express.json(), expressMount(handler))),
  Fastify: async (handler) => {
    const fastify = new FakeFastify();
    await fastify.register(fastifyMount(handler));
    return onNode(fastify.listener);
  },
  Hono: async (handler) => {
    const app = new Hono().all(`${handler.basePath}/*`, honoMount(handler));
    return async (path, init) => app.request(path, init);
  },
  'Hono with a body that was read': async (handler) => {
    const app = new Hono().use(async (context, next) => {
      await context.req.json().catch(() => null);
      await next();
    });
    app.all(`${handler.basePath}/*`, honoMount(handler));
    return async (path, init) => app.request(path, init);
  },
  'Next.js': async (handler) => {
    const handlers = nextHandlers(handler);
    return (path, init) => {
      const request = new Request(`http://localhost${path}`, init);
      return handlers[request.method as keyof typeof handlers](request);
    };
  },
  'Nest on Express': async (handler) => {
    const app = express();
    const adapter = { getType: () => 'express', getInstance: () => app };
    await mountOnNest({ use: (middleware) => app.use(middleware), getHttpAdapter: () => adapter }, handler);
    return onNode(app);
  },
  'Nest on Fastify': async (handler) => {
    const fastify = new FakeFastify();
    const adapter = { getType: () => 'fastify', getInstance: () => fastify };
    await mountOnNest({ use: () => undefined, getHttpAdapter: () => adapter }, handler);
    return onNode(fastify.listener);
  },
};

const authenticate = ({ headers }: Request): Principal | null =>
  headers.get('authorization') === 'Bearer ada' ? principal('admin', 'acme') : null;
const ada = { authorization: 'Bearer ada' };
const json = { ...ada, 'content-type': 'application/json' };
const body = JSON.stringify({
  name: 'daily',
  schedule: '0 9 * * *',
  handler_name: 'greet',
  payload: { ü: '☃' },
});

function handlerOf(basePath = BASE): SchedulerHandler {
  const { node } = new Scene();
  const handler = createHandler({ node, authenticate, basePath, limits: { bodyBytes: 5_000 } });
  cleanups.push(() => node.stop());
  return handler;
}

describe.each(Object.entries(mounts))('mounted on %s', (name, mount) => {
  it('it creates, finds, changes and streams as everywhere', async () => {
    const handler = handlerOf();
    const send = await mount(handler);
    const created = await send(`${BASE}/jobs/cron`, { method: 'POST', headers: json, body });
    expect([created.status, await created.json()]).toEqual([
      201,
      expect.objectContaining({ platform_id: 'acme', payload: { ü: '☃' } }),
    ]);
    expect((await send(`${BASE}/jobs/daily/pause`, { method: 'POST', headers: ada })).status).toBe(204);
    const found = await send(`${BASE}/jobs?status=paused`, { headers: ada });
    expect([found.status, found.headers.get('x-total-count')]).toEqual([200, '1']);
    expect((await send(`${BASE}/jobs/daily`, { method: 'DELETE', headers: ada })).status).toBe(204);
    const stream = await send(`${BASE}/events`, { headers: ada });
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toContain(': welcome');
    await reader.cancel();
    void handler.close();
  });

  it('nobody is let in who is not elsewhere, and no body is larger', async () => {
    const send = await mount(handlerOf());
    for (const path of ['/jobs', '/none', '/docs', '/events'])
      expect([path, (await send(`${BASE}${path}`)).status]).toEqual([path, 401]);
    expect(
      (
        await send(`${BASE}/jobs/cron`, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(401);
    const large = JSON.stringify({ payload: 'x'.repeat(6_000) });
    const answer = await send(`${BASE}/jobs/cron`, { method: 'POST', headers: json, body: large });
    // A parser before the mount has its own limit: what comes through is then refused for what it is.
    expect(answer.status).toBe(/parsed|on the path/.test(name) ? 400 : 413);
  });
});

it('Express goes on with other paths', async () => {
  const app = express().use(expressMount(handlerOf()));
  app.get('/', (_request: unknown, response: { send(text: string): void }) => response.send('mine'));
  const send = await onNode(app);
  expect(await (await send('/')).text()).toBe('mine');
  expect(await (await send(`${BASE}s`)).text()).toContain('Cannot GET');
});

it.each([undefined, {}, 'x'])('a mount refuses %j as a handler', (handler) => {
  for (const mount of [nodeListener, expressMount, fastifyMount, honoMount, nextHandlers])
    expect(() => mount(handler as never)).toThrow(ConfigurationInvalid);
});

describe('serve', () => {
  it('serves this machine with a token where nothing is configured', async () => {
    const { node } = new Scene();
    const handler = createHandler({ node });
    const { url, close } = await serve(handler);
    cleanups.push(() => node.stop());
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1\/scheduler$/);
    const get = (headers: Record<string, string>) => fetch(`${url}/jobs`, { headers });
    expect((await get({})).status).toBe(401);
    expect((await get({ authorization: `Bearer ${handler.token}` })).status).toBe(200);
    const stream = await fetch(`${url}/events`, { headers: { authorization: `Bearer ${handler.token}` } });
    await close();
    expect(await stream.text()).toContain(': welcome');
  });

  it('refuses another address until access is configured, and wrong options', async () => {
    const handler = createHandler({ node: new Scene().node });
    await expect(serve(handler, { host: '0.0.0.0' })).rejects.toThrow(/host: is not this machine/);
    await expect(serve(handler, { port: -1 })).rejects.toThrow(ConfigurationInvalid);
    await expect(serve(handler, { prot: 1 } as never)).rejects.toThrow(
      /prot: is not known; accepted: port, host/,
    );
    const configured = await serve(handlerOf(), { host: '0.0.0.0' });
    await configured.close();
  });
});
