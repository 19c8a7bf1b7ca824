import { principal, Scene, type Sent } from './test-support/scene.js';
import type { Principal } from './access/principal.js';

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

interface Message {
  readonly id?: string;
  readonly event?: string;
  readonly data?: { readonly name: string; readonly platform_id: string | null; readonly data: unknown };
}

/** Reads a stream message by message. */
class Reader {
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  private text = '';

  constructor(readonly response: Response) {
    this.reader = (response.body as ReadableStream<Uint8Array>).getReader();
  }

  /** The next message that is no comment. Null: the stream has ended. */
  async next(): Promise<Message | null> {
    for (;;) {
      const block = await this.block();
      if (block === null) return null;
      if (block.startsWith(':')) continue;
      const fields = Object.fromEntries(
        block.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
      );
      return {
        ...fields,
        ...(fields['data'] === undefined ? {} : { data: JSON.parse(fields['data']) }),
      } as Message;
    }
  }

  async block(): Promise<string | null> {
    while (!this.text.includes('\n\n')) {
      const { value, done } = await this.reader.read();
      if (done) return null;
      this.text += new TextDecoder().decode(value);
    }
    const end = this.text.indexOf('\n\n');
    const block = this.text.slice(0, end);
    this.text = this.text.slice(end + 2);
    return block;
  }

  close(): Promise<void> {
    return this.reader.cancel();
  }
}

const open = async (scene: Scene, sent: Sent = {}, query = '') =>
  new Reader(await scene.handler(scene.request('GET', `/events${query}`, sent)));
const create = (scene: Scene, as: Principal, name: string) =>
  scene.send('POST', '/jobs/cron', { as, body: { name, schedule: '0 9 * * *', handler_name: 'greet' } });
const [acme, globex] = [principal('admin', 'acme'), principal('admin', 'globex')];

it('begins with the latest events that one may see, where they are asked for', async () => {
  const scene = sceneOf();
  const first = await open(scene, { as: acme });
  for (const name of ['a', 'b', 'c']) await create(scene, acme, name);
  await create(scene, globex, 'foreign');
  for (let count = 0; count < 3; count += 1) await first.next();
  const reader = await open(scene, { as: acme }, '?recent=2&names=scheduler:job.created');
  const names = [await reader.next(), await reader.next()].map((message) => message?.data?.data);
  expect(names).toMatchObject([{ name: 'b' }, { name: 'c' }]);
  await first.close();
  await reader.close();
});

it('shows each principal the events of its tenant, and nothing of others', async () => {
  const scene = sceneOf();
  const readers = await Promise.all([open(scene, { as: acme }), open(scene, { as: globex }), open(scene)]);
  await create(scene, acme, 'a');
  await create(scene, globex, 'g');
  await scene.node.queues.pause('default');
  const [ofAcme, ofGlobex, ofAll] = readers;
  expect(await ofAcme?.next()).toMatchObject({
    event: 'scheduler:job.created',
    data: { platform_id: 'acme', data: { name: 'a' } },
  });
  expect(await ofGlobex?.next()).toMatchObject({ data: { platform_id: 'globex', data: { name: 'g' } } });
  const all = [await ofAll?.next(), await ofAll?.next(), await ofAll?.next()];
  expect(all.map((message) => message?.event)).toEqual([
    'scheduler:job.created',
    'scheduler:job.created',
    'scheduler:queue.paused',
  ]);
  await create(scene, acme, 'b');
  // The next event that acme sees is its own: neither the job of globex nor the queue came in between.
  expect(await ofAcme?.next()).toMatchObject({ data: { data: { name: 'b' } } });
});

it('goes on after Last-Event-ID, and says so where something is missing', async () => {
  const scene = sceneOf();
  const first = await open(scene, { as: acme });
  await create(scene, acme, 'a');
  const seen = await first.next();
  await first.close();
  await create(scene, globex, 'g');
  await create(scene, acme, 'b');
  const second = await open(scene, { as: acme, headers: { 'last-event-id': seen?.id ?? '' } });
  expect(await second.next()).toMatchObject({ data: { data: { name: 'b' } } });
  for (const id of ['other-1', 'x', `${seen?.id?.split('-')[0]}-999`]) {
    const lost = await open(scene, { as: acme, headers: { 'last-event-id': id } });
    expect(await lost.next()).toMatchObject({ event: 'reset' });
    await lost.close();
  }
});

it('filters by name, and hides the data of the application from those who may not read payloads', async () => {
  const scene = sceneOf();
  const viewer = await open(scene, { as: principal('viewer', 'acme') }, '?names=user:signup');
  await create(scene, acme, 'a');
  await scene.send('POST', '/events', { as: acme, body: { name: 'user:signup', data: { mail: 'a@b.c' } } });
  expect(await viewer.next()).toMatchObject({ event: 'user:signup', data: { data: null } });
});

it('is limited for each principal', async () => {
  const scene = sceneOf({ limits: { streams: 2 } });
  const readers = [await open(scene, { as: acme }), await open(scene, { as: acme })];
  const refused = await scene.handler(scene.request('GET', '/events', { as: acme }));
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
  expect((await open(scene, { as: globex })).response.status).toBe(200);
  await readers[0]?.close();
  expect((await open(scene, { as: acme })).response.status).toBe(200);
  const head = await scene.handler(scene.request('HEAD', '/events', { as: principal('viewer') }));
  expect([head.status, await head.text()]).toEqual([200, '']);
});

it('has heartbeats, and ends with them once the credential lets nobody in any more', async () => {
  let allowed: Principal | null = acme;
  const scene = sceneOf({ authenticate: () => allowed, limits: { heartbeatMs: 1_000 } });
  const reader = await open(scene);
  expect(await reader.block()).toBe(': welcome');
  await scene.clock.advance(1_000);
  expect(await reader.block()).toBe(': heartbeat');
  allowed = { ...acme, tenant: 'globex' };
  await scene.clock.advance(1_000);
  expect(await reader.block()).toBeNull();
});

it('ends when the handler is closed', async () => {
  const scene = sceneOf();
  const reader = await open(scene);
  expect(await reader.block()).toBe(': welcome');
  void scene.handler.close();
  expect(await reader.block()).toBeNull();
});
