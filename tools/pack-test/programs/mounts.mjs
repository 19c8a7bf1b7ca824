// The API mounted as strangers mount it: every framework × raw or parsed body × base path, with its event stream, over a real port.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import 'reflect-metadata';
import { serve as serveHono } from '@hono/node-server';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { defineHandler, JobResult } from '@scheduler/contracts';
import { createSchedulerNode, PRESETS, SystemClock } from '@scheduler/core';
import { createHandler } from '@scheduler/http';
import { expressMount } from '@scheduler/http/express';
import { fastifyMount } from '@scheduler/http/fastify';
import { honoMount } from '@scheduler/http/hono';
import { mountOnNest } from '@scheduler/http/nest';
import { nextHandlers } from '@scheduler/http/next';
import { nodeListener } from '@scheduler/http/node';
import { createMemoryStore } from '@scheduler/memory';
import express5 from 'express';
import express4 from 'express4';
import Fastify from 'fastify';
import { Hono } from 'hono';

const BASE_PATHS = ['/api/v1/scheduler', '/ops/jobs', ''];
const ada = { authorization: 'Bearer ada' };
const json = { ...ada, 'content-type': 'application/json' };

/** Listens with a server of `node:http`: [origin, close]. */
async function onNode(listener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return [`http://127.0.0.1:${server.address().port}`, () => closed(server)];
}

async function closed(server) {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

const onExpress = (express, before) => (handler) => {
  const app = express();
  before(app, express, handler);
  return onNode(app.use(expressMount(handler)));
};
const untouched = () => undefined;
const parsed = (app, express) => app.use(express.json());
const below = (app, express, handler) =>
  app.use(handler.basePath === '' ? '/' : handler.basePath, express.json(), expressMount(handler));

async function onFastify(fastify, handler) {
  await fastify.register(fastifyMount(handler));
  return [await fastify.listen({ port: 0, host: '127.0.0.1' }), () => fastify.close()];
}

function onHono(before) {
  return async (handler) => {
    const app = new Hono();
    if (before) app.use(before);
    app.all(`${handler.basePath}/*`, honoMount(handler));
    let server;
    const { port } = await new Promise((resolve) => {
      server = serveHono({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, resolve);
    });
    return [`http://127.0.0.1:${port}`, () => closed(server)];
  };
}

/** Next.js calls these functions with the request of the Web; a server of its own would add nothing of ours. */
async function onNext(handler) {
  const handlers = nextHandlers(handler);
  return [
    null,
    async () => undefined,
    (url, init) => handlers[init?.method ?? 'GET'](new Request(url, init)),
  ];
}

class Application {}
Module({})(Application);

const onNest = (adapter, options, before) => async (handler) => {
  const app = await NestFactory.create(Application, adapter(), { logger: false, ...options });
  before?.(app);
  await mountOnNest(app, handler);
  await app.listen(0, '127.0.0.1');
  return [await app.getUrl(), () => app.close()];
};

const MOUNTS = {
  'node:http': (handler) => onNode(nodeListener(handler)),
  'Express 4': onExpress(express4, untouched),
  'Express 4, parsed': onExpress(express4, parsed),
  'Express 4, on its path': onExpress(express4, below),
  'Express 5': onExpress(express5, untouched),
  'Express 5, parsed': onExpress(express5, parsed),
  'Express 5, on its path': onExpress(express5, below),
  Fastify: (handler) => onFastify(Fastify(), handler),
  'Fastify that keeps its own parsers': (handler) =>
    onFastify(
      Fastify().addContentTypeParser('application/json', { parseAs: 'string' }, (_request, _body, done) =>
        done(new Error('not for the API')),
      ),
      handler,
    ),
  Hono: onHono(null),
  'Hono, parsed': onHono(async (context, next) => {
    if (context.req.method !== 'GET') await context.req.json().catch(() => null);
    await next();
  }),
  'Next.js': onNext,
  'Nest on Express': onNest(() => new ExpressAdapter(), { bodyParser: false }),
  'Nest on Express, parsed': onNest(
    () => new ExpressAdapter(),
    {},
    (app) => app.useBodyParser('json'),
  ),
  'Nest on Fastify': onNest(() => new FastifyAdapter(), { bodyParser: false }),
  'Nest on Fastify, parsed': onNest(() => new FastifyAdapter(), {}),
};

const greet = defineHandler({ type: 'greet', handle: async () => JobResult.success() });

function newHandler(basePath) {
  const clock = new SystemClock();
  const node = createSchedulerNode({ clock, store: createMemoryStore({ clock }), handlers: [greet] });
  const handler = createHandler({
    node,
    basePath,
    authenticate: ({ headers }) =>
      headers.get('authorization') === 'Bearer ada'
        ? { id: 'ada', kind: 'application', tenant: 'acme', permissions: PRESETS.operator }
        : null,
  });
  return { node, handler };
}

/** What a stranger sees, the same everywhere. */
async function look(send, base) {
  const url = (path) => `${base}${path}`;
  const job = { name: 'daily', schedule: '0 9 * * *', handler_name: 'greet', payload: { ü: '☃' } };
  const post = (path, body) => send(url(path), { method: 'POST', headers: json, body: JSON.stringify(body) });
  const statuses = [];
  for (const path of ['/jobs', '/none', '/docs', '/events']) statuses.push((await send(url(path))).status);
  statuses.push(
    (
      await send(url('/jobs/cron'), {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      })
    ).status,
  );
  const stream = await send(url('/events'), { headers: ada });
  const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
  const created = await post('/jobs/cron', job);
  statuses.push(
    created.status,
    (await send(url('/jobs/daily/pause'), { method: 'POST', headers: ada })).status,
  );
  const { payload, platform_id: tenant } = await created.json();
  const listed = await send(url('/jobs?status=paused'), { headers: ada });
  statuses.push(listed.status, (await post('/jobs/cron', [])).status);
  let text = '';
  while (!text.includes('scheduler:job.paused')) text += (await reader.read()).value;
  await reader.cancel();
  const gone = await send(url('/jobs/daily'), { method: 'DELETE', headers: ada });
  const unknown = await send(url('/jobs/none'), { headers: ada });
  const head = await send(url('/jobs'), { method: 'HEAD', headers: ada });
  statuses.push(gone.status, unknown.status, head.status);
  return {
    statuses,
    seen: [
      payload,
      tenant,
      listed.headers.get('x-total-count'),
      await head.text(),
      (await unknown.json()).code,
    ],
    stream: [stream.headers.get('content-type'), text.startsWith(': welcome')],
  };
}

const EXPECTED = {
  statuses: [401, 401, 401, 401, 401, 201, 204, 200, 400, 204, 404, 200],
  seen: [{ ü: '☃' }, 'acme', '1', '', 'JOB_NOT_FOUND'],
  stream: ['text/event-stream; charset=utf-8', true],
};

for (const [name, mount] of Object.entries(MOUNTS))
  for (const basePath of BASE_PATHS) {
    const { node, handler } = newHandler(basePath);
    const [origin, close, direct] = await mount(handler);
    try {
      const base = `${origin ?? 'http://localhost'}${basePath}`;
      assert.deepEqual(await look(direct ?? fetch, base), EXPECTED, `${name} below '${basePath}'`);
    } finally {
      handler.close();
      await close();
      await node.stop();
    }
  }
console.log('everything works');
