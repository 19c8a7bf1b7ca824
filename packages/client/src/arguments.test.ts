import { createClient, InvalidArgument, type SchedulerClient } from './index.js';
import { json, rejection, scripted } from './test-support/scripted.js';
import { BASE_URL, World } from './test-support/world.js';

/** As plain JavaScript calls it. */
type Anything = Record<string, Record<string, (...given: readonly unknown[]) => Promise<unknown>>>;

const { client, requests } = scripted([() => json({})]);
const plain = client as unknown as Anything & SchedulerClient;
const call = (name: string, ...given: readonly unknown[]) => {
  const [group = '', method = ''] = name.split('.');
  return plain[group]?.[method]?.(...given) ?? Promise.reject(new Error(`there is no ${name}`));
};

const circle: Record<string, unknown> = {};
circle['self'] = circle;

const WRONG: readonly (readonly [string, readonly unknown[], string])[] = [
  ...[undefined, null, '', '.', '..', 7, {}, ['a']].map((id) => ['jobs.get', [id], 'jobs.get: id'] as const),
  ['workflowRuns.why', ['run'], 'workflowRuns.why: step'],
  ['executions.logs', ['a', 'b'], 'executions.logs: options'],
  ['executions.logs', ['a', {}, {}], 'executions.logs'],
  ['executions.logs', ['a', { sginal: 1 }], 'executions.logs: options.sginal'],
  ['executions.logs', ['a', { ifMatch: 1 }], 'executions.logs: options.ifMatch'],
  ['executions.logs', ['a', { idempotencyKey: 'k' }], 'executions.logs: options.idempotencyKey'],
  ['executions.logs', ['a', { signal: {} }], 'executions.logs: options.signal'],
  ...[0, -1, 1.5, '5', Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31].map(
    (timeoutMs) => ['executions.logs', ['a', { timeoutMs }], 'executions.logs: options.timeoutMs'] as const,
  ),
  ['executions.logs', ['a', { retry: true }], 'executions.logs: options.retry'],
  ['executions.logs', ['a', { retry: { maxRetries: -1 } }], 'executions.logs: options.retry.maxRetries'],
  ['executions.logs', ['a', { retry: { attempts: 1 } }], 'executions.logs: options.retry.attempts'],
  ['executions.logs', ['a', { headers: { 'a b': 'x' } }], 'executions.logs: options.headers'],
  ['executions.logs', ['a', { headers: { a: 'x\r\ny: z' } }], 'executions.logs: options.headers.a'],
  ['jobs.list', ['active'], 'jobs.list: query'],
  ['jobs.list', [null], 'jobs.list: query'],
  ['jobs.list', [{ status: null }], 'jobs.list: status'],
  ['jobs.list', [{ limit: Number.NaN }], 'jobs.list: limit'],
  ['jobs.list', [{ tags: ['a,b'] }], 'jobs.list: tags'],
  ['jobs.list', [{ tags: [{}] }], 'jobs.list: tags'],
  ['executions.list', [{ since: new Date('no') }], 'executions.list: since'],
  ['jobs.create', [[]], 'jobs.create: body'],
  ['jobs.create', ['{}'], 'jobs.create: body'],
  ['jobs.create', [circle], 'jobs.create: body'],
  ['jobs.create', [{ payload: 1n }], 'jobs.create: body'],
  [
    'jobs.create',
    [{ trigger: { kind: 'once', at: new Date('no') } }, { idempotencyKey: '' }],
    'jobs.create: options.idempotencyKey',
  ],
  ['jobs.create', [{}, { idempotencyKey: 'a b' }], 'jobs.create: options.idempotencyKey'],
  ['jobs.create', [{}, { ifMatch: 1 }], 'jobs.create: options.ifMatch'],
  ...[1.5, '', {}, { revision: '1' }, true].map(
    (ifMatch) => ['jobs.cancel', ['a', { ifMatch }], 'jobs.cancel: options.ifMatch'] as const,
  ),
];

it.each(WRONG)('%s(...%p) is refused as %s', async (name, given, field) => {
  const error = await rejection(call(name, ...given));
  expect(error).toBeInstanceOf(InvalidArgument);
  expect(error).toMatchObject({ code: 'ARGUMENT_INVALID', field });
  expect(error.message.startsWith(`${field}: `)).toBe(true);
  expect(requests).toHaveLength(0);
});

it('names that are no operations are refused', async () => {
  for (const name of [undefined, 'jobs', 'jobs.nothing', 'events.stream', 'toString', '__proto__', 7]) {
    expect(await rejection(client.send(name as 'jobs.get', 'a'))).toBeInstanceOf(InvalidArgument);
    expect(() => client.iterate(name as 'jobs.list')).toThrow(InvalidArgument);
  }
  expect(() => client.iterate('jobs.get' as 'jobs.list')).toThrow(
    'iterate: operation: is not an operation with pages',
  );
  expect(requests).toHaveLength(0);
});

it.each([
  ['nothing', undefined, 'options'],
  ['no address', {}, 'options.baseUrl'],
  ['an empty address', { baseUrl: '' }, 'options.baseUrl'],
  ['a path, where there is no page', { baseUrl: '/api' }, 'options.baseUrl'],
  ['another scheme', { baseUrl: 'ftp://h/api' }, 'options.baseUrl'],
  ['a password in the address', { baseUrl: 'http://ada:secret@h/api' }, 'options.baseUrl'],
  ['a query in the address', { baseUrl: 'http://h/api?x=1' }, 'options.baseUrl'],
  ['an unknown option', { baseUrl: 'http://h', tokn: 'secret' }, 'options.tokn'],
  ['an empty token', { baseUrl: 'http://h', token: '' }, 'options.token'],
  ['a token of two lines', { baseUrl: 'http://h', token: 'secret\nsecret' }, 'options.token'],
  ['no function', { baseUrl: 'http://h', fetch: 'x' }, 'options.fetch'],
  ['wrong credentials', { baseUrl: 'http://h', credentials: 'all' }, 'options.credentials'],
  ['a wrong timeout', { baseUrl: 'http://h', timeoutMs: 0 }, 'options.timeoutMs'],
  ['wrong retries', { baseUrl: 'http://h', retry: { maxRetries: 1e9 } }, 'options.retry.maxRetries'],
  ['wrong headers', { baseUrl: 'http://h', headers: { a: 'secret\n' } }, 'options.headers.a'],
])('a client with %s is refused', (_, options, field) => {
  const create = () => createClient(options as never);
  expect(create).toThrow(InvalidArgument);
  expect(create).toThrow(expect.objectContaining({ field }));
  expect(create).not.toThrow(/secret/);
});

describe('what is sent', () => {
  let world: World;
  beforeAll(() => {
    world = new World();
  });
  afterAll(() => world.close());
  const cron = { name: 'a/b c?d=é', schedule: '0 9 * * *', handler_name: 'greet' };

  it('names with every sign come as they are, dots of a longer name too', async () => {
    for (const name of [cron.name, '...', '.a', 'a%2Fb', 'x#y&z']) {
      await world.client.jobs.createCron({ ...cron, name });
      expect((await world.client.jobs.get(name)).name).toBe(name);
    }
  });

  it('dates are instants, undefined members are left out, and a slash at the end of the address is no matter', async () => {
    const own = world.clientWith({
      baseUrl: `${BASE_URL}//`,
      headers: { 'x-a': '1', authorization: 'Basic x' },
    });
    world.requests.length = 0;
    await own.executions.list(
      { since: new Date(0), status: ['failed', 'timeout'], queue: undefined },
      { headers: { 'x-b': '2' } },
    );
    const [request] = world.requests;
    expect(request?.url).toBe(
      `${BASE_URL}/executions?since=1970-01-01T00%3A00%3A00.000Z&status=failed%2Ctimeout`,
    );
    expect([request?.headers.get('x-a'), request?.headers.get('x-b')]).toEqual(['1', '2']);
    expect(request?.headers.get('authorization')).toMatch(/^Bearer /);
    const job = await own.jobs.createOnce({
      name: 'once',
      handler_name: 'greet',
      execute_at: new Date('2031-01-01'),
    });
    expect(job.next_run).toBe('2031-01-01T00:00:00.000Z');
  });

  it('a write happens only on the revision that was read (F252)', async () => {
    const job = await world.client.jobs.createCron({ ...cron, name: 'guarded' });
    const sent = await world.client.send('jobs.update', job.id, { description: 'new' }, { ifMatch: job });
    expect(sent).toMatchObject({ status: 200, etag: `"${sent.value.revision}"`, replayed: false });
    expect(sent.requestId).toMatch(/^\S{8,}$/);
    for (const ifMatch of [job, job.revision, `"${job.revision}"`])
      expect(await rejection(world.client.jobs.pause(job.id, {}, { ifMatch }))).toMatchObject({
        status: 412,
        code: 'PRECONDITION_FAILED',
      });
    await world.client.jobs.pause(job.id, { reason: 'x' }, { ifMatch: sent.etag ?? '' });
    expect((await world.client.jobs.get(job.id)).status).toBe('paused');
  });

  it('a write with the same key is carried out once, and another one with it is refused (F252)', async () => {
    const options = { idempotencyKey: 'order-17' };
    const first = await world.client.send('executions.enqueue', { handler_name: 'greet' }, options);
    const second = await world.client.send('executions.enqueue', { handler_name: 'greet' }, options);
    expect([first.replayed, second.replayed]).toEqual([false, true]);
    expect(second.value.id).toBe(first.value.id);
    expect(
      await rejection(world.client.executions.enqueue({ handler_name: 'break' }, options)),
    ).toMatchObject({
      status: 422,
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  it('an answer that was lost is not lost: the repetition gets it (F252)', async () => {
    let lost = 0;
    const flaky = world.clientWith({
      retry: { delayMs: 0 },
      fetch: async (request) => {
        const response = await world.handler(request, { remoteAddress: '127.0.0.1' });
        if (lost++ === 0) throw new TypeError('fetch failed');
        return response;
      },
    });
    const before = (await world.client.jobs.list({ limit: 100 })).length;
    const { replayed, value } = await flaky.send('jobs.createCron', { ...cron, name: 'lost' });
    expect([lost, replayed, value.name]).toEqual([2, true, 'lost']);
    expect(await world.client.jobs.list({ limit: 100 })).toHaveLength(before + 1);
  });
});
