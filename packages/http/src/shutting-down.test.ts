import { defineHandler } from '@scheduler/contracts';
import { createHandler, type SchedulerHandler } from './handler/create-handler.js';
import { endServing, serve } from './node.js';
import { principal, Scene } from './test-support/scene.js';

/** A scene with a job type that runs until it is told to end. */
function slowScene() {
  const ends: (() => void)[] = [];
  const slow = defineHandler({ type: 'slow', handle: () => new Promise<void>((end) => ends.push(end)) });
  return { scene: new Scene({ node: { handlers: [slow] } }), ends };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

const statuses = async (scene: Scene) => {
  const paths = ['/livez', '/readyz', '/jobs', '/none', '/events'];
  const answers = await Promise.all(paths.map((path) => scene.send('GET', path)));
  return Object.fromEntries(paths.map((path, index) => [path, answers[index]?.status]));
};

it('a handler that drains says that it is not ready, ends its streams, and serves everything else', async () => {
  const scene = new Scene();
  expect(await statuses(scene)).toEqual({
    '/livez': 200,
    '/readyz': 200,
    '/jobs': 200,
    '/none': 404,
    '/events': 200,
  });
  const stream = await scene.handler(scene.request('GET', '/events'));
  scene.handler.drain();
  expect(await stream.text()).toContain(': welcome');
  expect(await statuses(scene)).toEqual({
    '/livez': 200,
    '/readyz': 503,
    '/jobs': 200,
    '/none': 404,
    '/events': 503,
  });
});

it('a handler that is closed refuses everything but probes, whoever asks, and waits for what it has taken', async () => {
  const { scene, ends } = slowScene();
  await scene.node.scheduler.enqueue({ type: 'slow' });
  const underWay = scene.send('POST', '/process');
  await until(() => ends.length === 1);
  let closed = false;
  const closing = scene.handler.close().then(() => (closed = true));
  expect(await statuses(scene)).toEqual({
    '/livez': 200,
    '/readyz': 503,
    '/jobs': 503,
    '/none': 503,
    '/events': 503,
  });
  const refused = await scene.send('GET', '/jobs', { as: null });
  expect(refused).toMatchObject({ status: 503, json: { code: 'SHUTTING_DOWN' } });
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(closed).toBe(false);
  ends[0]?.();
  expect((await underWay).status).toBe(200);
  await closing;
  await scene.handler.close();
  expect(scene.errors).toEqual([]);
});

it('an API that ends refuses what is not one', async () => {
  const { node } = new Scene();
  await expect(endServing({} as never, { node })).rejects.toThrow(/served/);
  const served = await serve(createHandler({ node }));
  await expect(endServing(served, { node: {} } as never)).rejects.toThrow(/node/);
  await expect(endServing(served, { node, drainMs: -1 })).rejects.toThrow(/drainMs/);
  await endServing(served, { node });
  expect(served.server.listening).toBe(false);
});

describe('a server that closes', () => {
  const authenticate = () => principal('admin');
  const opened = (handler: SchedulerHandler) => serve(handler, { port: 0 });

  it('ends the connection of an answer that is on its way, although it is to be kept alive', async () => {
    const { scene, ends } = slowScene();
    const { url, close } = await opened(createHandler({ node: scene.node, authenticate }));
    await scene.node.scheduler.enqueue({ type: 'slow' });
    const underWay = fetch(`${url}/process`, { method: 'POST' });
    await until(() => ends.length === 1);
    const closing = close();
    await expect(fetch(`${url}/jobs`)).rejects.toThrow();
    ends[0]?.();
    expect((await underWay).headers.get('connection')).toBe('close');
    await closing;
    await scene.node.stop();
  });

  it('cuts off what has no answer within the grace', async () => {
    const { scene, ends } = slowScene();
    const { url, close } = await opened(createHandler({ node: scene.node, authenticate }));
    await scene.node.scheduler.enqueue({ type: 'slow' });
    const underWay = fetch(`${url}/process`, { method: 'POST' }).catch((error: unknown) => error);
    await until(() => ends.length === 1);
    await close({ graceMs: 1 });
    expect(await underWay).toMatchObject({ message: 'fetch failed' });
    expect(() => close({ graceMs: -1 })).toThrow(/graceMs/);
    ends[0]?.();
  });
});
