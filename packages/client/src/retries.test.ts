import { json, problem, rejection, scripted, type Step } from './test-support/scripted.js';

const done = () => json([]);
const created = () => json({ id: 'x' }, 201);
const key = (request: Request | undefined) => request?.headers.get('idempotency-key') ?? null;
const cron = { name: 'n', schedule: '0 9 * * *', handler_name: 'greet' };

/** How each failure is taken: whether the same request is sent again. */
const FAILURES: readonly (readonly [string, () => Step, boolean])[] = [
  ['no connection', () => new TypeError('fetch failed'), true],
  ['a connection that breaks within the answer', () => broken(), true],
  ...[408, 429, 502, 503, 504].map(
    (status) => [`${status}`, () => problem(status, 'X'), true] as const satisfies readonly unknown[],
  ),
  ['502 of a proxy', () => new Response('<html>', { status: 502 }), true],
  ...[400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 422, 500, 501, 505].map(
    (status) => [`${status}`, () => problem(status, 'X'), false] as const satisfies readonly unknown[],
  ),
  ['an answer of something else', () => new Response('<html>', { status: 200 }), false],
];

function broken(): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new Error('reset')),
  });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}

describe.each(FAILURES)('after %s', (_, failure, isRepeated) => {
  const times = isRepeated ? 2 : 1;

  it(`a read is sent ${times} times`, async () => {
    const { client, requests } = scripted([failure, done]);
    await client.jobs.list().catch(() => null);
    expect(requests).toHaveLength(times);
  });

  it(`a write with a key is sent ${times} times, with the same key and body`, async () => {
    const { client, requests, bodies } = scripted([failure, created]);
    await client.jobs.createCron(cron).catch(() => null);
    expect(requests).toHaveLength(times);
    expect(key(requests[0])).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(requests.map(key)).size).toBe(1);
    expect(new Set(bodies)).toEqual(new Set([JSON.stringify(cron)]));
  });

  it('a write without a key is sent once', async () => {
    const { client, requests } = scripted([failure, created]);
    await client.jobs.createCron(cron, { idempotencyKey: false }).catch(() => null);
    expect(requests).toHaveLength(1);
    expect(key(requests[0])).toBeNull();
  });

  it('a key is created once, because the answer has a secret that is not stored', async () => {
    const { client, requests } = scripted([failure, created]);
    await client.keys.create({ name: 'ci', permissions: [] }).catch(() => null);
    expect([requests.length, key(requests[0])]).toEqual([1, null]);
  });
});

it('a preview changes nothing, so that it is repeated without a key', async () => {
  const { client, requests } = scripted([() => problem(503, 'X'), done]);
  await client.plans.preview({ trigger: { kind: 'now' } });
  expect([requests.length, key(requests[1])]).toEqual([2, null]);
});

it('each call has a key of its own, or the one that it is given', async () => {
  const { client, requests } = scripted([created]);
  await client.jobs.createCron(cron);
  await client.jobs.createCron(cron);
  await client.jobs.createCron(cron, { idempotencyKey: 'order-17' });
  expect(new Set(requests.map(key)).size).toBe(3);
  expect(key(requests[2])).toBe('order-17');
});

it('a call is repeated at most maxRetries times, of the client or of the call', async () => {
  const failing = () => new TypeError('fetch failed');
  const { client, requests } = scripted([failing]);
  await client.jobs.list().catch(() => null);
  expect(requests).toHaveLength(4);
  await client.jobs.list({}, { retry: { maxRetries: 1 } }).catch(() => null);
  expect(requests).toHaveLength(6);
  await client.jobs.list({}, { retry: false }).catch(() => null);
  expect(requests).toHaveLength(7);
  const never = scripted([failing], { retry: false });
  await never.client.jobs.list().catch(() => null);
  expect(never.requests).toHaveLength(1);
});

it('an own attempt that is still carried out is waited for, a foreign one is not', async () => {
  const inUse = () => problem(409, 'IDEMPOTENCY_KEY_IN_USE');
  const own = scripted([() => new TypeError('fetch failed'), inUse, created]);
  expect(await own.client.jobs.createCron(cron)).toEqual({ id: 'x' });
  const foreign = scripted([inUse, created]);
  expect(await rejection(foreign.client.jobs.createCron(cron, { idempotencyKey: 'k' }))).toMatchObject({
    status: 409,
    code: 'IDEMPOTENCY_KEY_IN_USE',
  });
  // What went wrong at first says more than that the key is still held.
  const locked = scripted([() => problem(503, 'STORE_UNAVAILABLE'), inUse]);
  expect(await rejection(locked.client.jobs.createCron(cron))).toMatchObject({ code: 'STORE_UNAVAILABLE' });
  expect(locked.requests).toHaveLength(4);
});

it('503 with a health is an answer, and 503 with a problem is none', async () => {
  const health = { status: 'unhealthy' };
  const unhealthy = scripted([() => json(health, 503)]);
  expect(await unhealthy.client.health.get()).toEqual(health);
  expect((await unhealthy.client.send('health.get')).status).toBe(503);
  expect(unhealthy.requests).toHaveLength(2);
  const away = scripted([() => problem(503, 'STORE_UNAVAILABLE')]);
  expect(await rejection(away.client.health.get())).toMatchObject({ status: 503, code: 'STORE_UNAVAILABLE' });
  expect(away.requests).toHaveLength(4);
});

describe('the delay', () => {
  const TIMEOUT = 12_345;
  const delays: number[] = [];
  let draw = 0;

  beforeEach(() => {
    delays.length = 0;
    const later = globalThis.setTimeout;
    jest.spyOn(Math, 'random').mockImplementation(() => draw);
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(((callback: () => void, delay: number) => {
      if (delay === TIMEOUT) return later(() => undefined, 0);
      delays.push(delay);
      return later(callback, 0);
    }) as typeof setTimeout);
  });
  afterEach(() => jest.restoreAllMocks());

  const failingWith = (step: () => Step, retry = {}) =>
    scripted([step], {
      timeoutMs: TIMEOUT,
      retry: { delayMs: 100, maxRetries: 5, maxDelayMs: 1_000, ...retry },
    });

  it('doubles up to its limit, and half of it is drawn', async () => {
    const down = () => new TypeError('fetch failed');
    draw = 0;
    await failingWith(down)
      .client.jobs.list()
      .catch(() => null);
    draw = 0.999_999;
    await failingWith(down)
      .client.jobs.list()
      .catch(() => null);
    expect(delays).toEqual([50, 100, 200, 400, 500, 100, 200, 400, 800, 1_000]);
  });

  it('is what the server asks for, in seconds or by a date, and never less than its own', async () => {
    draw = 0;
    const busy = (after: string) => () => problem(429, 'RATE_LIMITED', { 'retry-after': after });
    await failingWith(busy('1'), { maxRetries: 1 })
      .client.jobs.list()
      .catch(() => null);
    await failingWith(busy('0'), { maxRetries: 1 })
      .client.jobs.list()
      .catch(() => null);
    await failingWith(busy('soon'), { maxRetries: 1 })
      .client.jobs.list()
      .catch(() => null);
    expect(delays).toEqual([1_000, 50, 50]);
    const date = new Date(Date.now() + 900_000).toUTCString();
    const error = await rejection(failingWith(busy(date)).client.jobs.list());
    expect(Number(error['retryAfterMs'])).toBeGreaterThan(800_000);
  });

  it('is not waited for if the server asks for more than the limit', async () => {
    const { client, requests } = failingWith(() => problem(429, 'RATE_LIMITED', { 'retry-after': '2' }));
    expect(await rejection(client.jobs.list())).toMatchObject({ status: 429, retryAfterMs: 2_000 });
    expect([requests.length, delays]).toEqual([1, []]);
  });
});

describe('a signal', () => {
  it('ends the wait before a repetition', async () => {
    const stop = new AbortController();
    const { client, requests } = scripted([() => problem(503, 'X')], {
      retry: { delayMs: 1_000_000, maxDelayMs: 1_000_000 },
    });
    const call = rejection(client.jobs.list({}, { signal: stop.signal }));
    while (requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const reason = new Error('the page was left');
    stop.abort(reason);
    expect(await call).toBe(reason);
    expect(requests).toHaveLength(1);
  });

  it('ends an attempt, also where what sends it does not heed signals, and before anything is sent', async () => {
    const stop = new AbortController();
    const { client, requests } = scripted([() => () => new Promise<Response>(() => undefined)]);
    const call = rejection(client.jobs.list({}, { signal: stop.signal }));
    while (requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    expect(await call).toMatchObject({ name: 'AbortError' });
    expect(requests[0]?.signal.aborted).toBe(true);
    expect(await rejection(client.jobs.list({}, { signal: stop.signal }))).toMatchObject({
      name: 'AbortError',
    });
    expect(requests).toHaveLength(1);
  });
});
