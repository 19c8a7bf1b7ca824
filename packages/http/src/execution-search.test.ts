import { trigger } from '@scheduler/contracts';
import { PRESETS } from '@scheduler/core';
import { begin, bulkScenes, ended } from './test-support/bulk.js';
import { principal, type Scene } from './test-support/scene.js';

const sceneOf = bulkScenes();

interface Found {
  readonly items: readonly { readonly id: string; readonly payload: unknown }[];
  readonly next_cursor: string | null;
}

interface Shown {
  readonly cut?: unknown;
}

const find = (scene: Scene, query: string, as = principal('admin')) =>
  scene.send<Found>('GET', `/executions?${query}`, { as });

async function fill(scene: Scene, payloads: readonly unknown[], tenant?: string): Promise<void> {
  const requests = payloads.map((payload) => ({
    type: 'greet',
    payload: payload as never,
    ...(tenant === undefined ? {} : { tenant }),
  }));
  for (let at = 0; at < requests.length; at += 1_000)
    await scene.node.scheduler.enqueueMany(requests.slice(at, at + 1_000));
}

describe('executions are found by a value in their payload (F252)', () => {
  const payloads = [
    { customer: { id: 42 }, tags: ['a', 'b=c'] },
    { customer: { id: '42' } },
    { customer: { id: 420 } },
    { customer: { id: true } },
    { customer: { id: null } },
    { customer: 42 },
    { 'customer.id': 42 },
    'customer.id=42',
    42,
    null,
  ];

  it.each([
    ['customer.id=42', 2],
    ['customer.id=4', 0],
    ['customer.id=true', 1],
    ['customer.id=null', 1],
    ['customer.id=', 0],
    ['customer=42', 1],
    ['tags.1=b=c', 1],
    ['tags.length=2', 0],
    ['__proto__.x=1', 0],
    ['constructor.name=Object', 0],
    ["customer.id=42' OR 1=1 --", 0],
  ])('%s', async (payload, expected) => {
    const scene = sceneOf();
    await fill(scene, payloads);
    const { status, json } = await find(scene, `payload=${encodeURIComponent(payload)}`);
    expect([status, json.items.length, json.next_cursor]).toEqual([200, expected, null]);
  });

  it.each([
    'customer',
    '',
    '=',
    '=42',
    'a..b=1',
    '.a=1',
    'a.=1',
    `${'a.'.repeat(30)}a=1`,
    `a=${'x'.repeat(1_000)}`,
  ])('and %j is 400 with the name of the field', async (payload) => {
    const { status, json } = await sceneOf().send(
      'GET',
      `/executions?payload=${encodeURIComponent(payload)}`,
    );
    expect([status, json['issues']]).toEqual([400, [expect.objectContaining({ field: 'payload' })]]);
  });

  it('page by page, and no more than 10,000 are read at once', async () => {
    const scene = sceneOf();
    await fill(
      scene,
      Array.from({ length: 12_000 }, (_, number) => ({ rare: number % 2_400 })),
    );
    const sizes: number[] = [];
    const ids = new Set<string>();
    let cursor: string | null = '';
    while (cursor !== null) {
      const { json }: { json: Found } = await find(
        scene,
        `payload=rare=7&limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      sizes.push(json.items.length);
      for (const { id } of json.items) ids.add(id);
      cursor = json.next_cursor;
    }
    expect([ids.size, sizes.length]).toEqual([5, 2]);
    const pages = await find(scene, 'payload=rare=7&limit=2');
    expect([pages.json.items.length, typeof pages.json.next_cursor]).toEqual([2, 'string']);
  });

  it('and not by those who may not see payloads, nor by what is hidden, nor in other tenants', async () => {
    const scene = sceneOf({ redact: ['payload.card', 'people.*.iban'] });
    await fill(scene, [{ card: { number: '4111' }, people: [{ iban: 'DE1' }], a: 1 }], 'acme');
    const blind = { ...principal('viewer', 'acme'), permissions: PRESETS.viewer };
    expect((await find(scene, 'payload=a=1', blind)).json).toMatchObject({ code: 'PERMISSION_DENIED' });
    for (const hidden of ['card.number=4111', 'card=x', 'people.0.iban=DE1', 'x.people.0.iban.y=DE1'])
      expect((await find(scene, `payload=${hidden}`)).json).toMatchObject({
        status: 400,
        issues: [{ field: 'payload', problem: 'is a path that is hidden here' }],
      });
    expect((await find(scene, 'payload=a=1', principal('operator', 'acme'))).json.items).toHaveLength(1);
    expect((await find(scene, 'payload=a=1', principal('operator', 'globex'))).json.items).toEqual([]);
    const body = { action: 'executions.cancel', filter: { payload: 'a=1' } };
    const as = {
      ...principal('operator', 'acme'),
      permissions: PRESETS.operator.filter((name) => name !== 'payloads:read'),
    };
    expect((await begin(scene, body, { as })).status).toBe(403);
    expect((await begin(scene, { ...body, filter: { payload: 'card.number=4111' } })).status).toBe(400);
  });

  it('for a bulk action too', async () => {
    const scene = sceneOf();
    await fill(
      scene,
      Array.from({ length: 600 }, (_, number) => ({ shop: { id: number % 3 } })),
    );
    const cancelled = await begin(scene, { action: 'executions.cancel', filter: { payload: 'shop.id=1' } });
    expect(await ended(scene, cancelled)).toMatchObject({ matched: 200, done: 200 });
    expect((await scene.node.scheduler.listExecutions({ statuses: ['cancelled'] })).total).toBe(200);
  });
});

describe('one object without what is long in it', () => {
  it('has the beginning of what is long, and says how long all of it is', async () => {
    const scene = sceneOf({ redact: ['payload.card'] });
    const payload = { card: '4111', note: 'é'.repeat(50_000) };
    await fill(scene, [payload, { customer: 'Ada' }]);
    const as = principal('admin');
    const [small, large] = (await find(scene, '')).json.items;
    const get = async (id: unknown, query: string) =>
      (await scene.send<Shown>('GET', `/executions/${String(id)}${query}`, { as })).json;
    const whole = JSON.stringify({ ...payload, card: '***' }, null, 2);
    const shown = await get(large?.id, '?data=short');
    expect(shown).toMatchObject({ id: large?.id, payload: null });
    expect(shown.cut).toEqual({
      payload: { bytes: Buffer.byteLength(whole), beginning: whole.slice(0, 4_000) },
    });
    expect(await get(large?.id, '')).toEqual(large);
    expect(await get(small?.id, '?data=short')).toEqual(small);
    // Who may not read payloads does not read their beginnings either.
    const viewer = await scene.send('GET', `/executions/${String(large?.id)}?data=short`, {
      as: principal('viewer'),
    });
    expect(viewer.json).toMatchObject({ payload: null });
    expect(viewer.json).not.toHaveProperty('cut');
  });

  it('is a choice of jobs too', async () => {
    const scene = sceneOf();
    const long = 'x'.repeat(5_000);
    const { id } = await scene.node.scheduler.schedule({
      type: 'greet',
      payload: long,
      trigger: trigger.event('signup'),
    });
    const { json } = await scene.send<Shown>('GET', `/jobs/${id}?data=short`, { as: principal('admin') });
    expect(json).toMatchObject({ payload: null, cut: { payload: { bytes: 5_002 } } });
  });
});

describe('lists without what applications store', () => {
  it('have all else of their rows, and a row by its id has it whole', async () => {
    const scene = sceneOf();
    await fill(scene, [{ customer: 'Ada' }]);
    const whole = await find(scene, '');
    const { json } = await find(scene, 'data=none');
    const [row] = whole.json.items;
    expect(row?.payload).toEqual({ customer: 'Ada' });
    expect(json.items).toEqual([{ ...row, payload: null }]);
    const one = await scene.send('GET', `/executions/${row?.id}`, { as: principal('admin') });
    expect(one.json).toMatchObject({ payload: { customer: 'Ada' } });
    await scene.node.scheduler.schedule({ type: 'greet', payload: 'long', trigger: trigger.event('signup') });
    const jobs = await scene.send('GET', '/jobs?data=none', { as: principal('admin') });
    expect(jobs.json).toMatchObject([{ handler_name: 'greet', payload: null }]);
    expect((await find(scene, 'data=some')).status).toBe(400);
  });
});
