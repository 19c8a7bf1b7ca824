import { type ServedHandler, serve } from '@scheduler/http/node';
import {
  createClient,
  InvalidArgument,
  type SchedulerClient,
  type StreamItem,
  type StreamState,
  UnexpectedAnswer,
} from './index.js';
import { problem, rejection, scripted } from './test-support/scripted.js';
import { TOKEN, World } from './test-support/world.js';

const names = (items: readonly StreamItem[]) =>
  items.map((item) => (item.kind === 'event' ? item.name : item.kind));

async function take(stream: AsyncIterator<StreamItem>, count: number): Promise<readonly StreamItem[]> {
  const items: StreamItem[] = [];
  while (items.length < count) {
    const { value, done } = await stream.next();
    if (done === true) return items;
    items.push(value);
  }
  return items;
}

describe('over a real connection', () => {
  let world: World;
  let api: ServedHandler;
  let requests: Request[];
  let overlaps: number;
  let client: SchedulerClient;

  beforeEach(async () => {
    world = new World();
    api = await serve(world.handler);
    requests = [];
    overlaps = 0;
    client = createClient({
      baseUrl: api.url,
      token: TOKEN,
      retry: { delayMs: 1 },
      fetch: (request) => {
        if (requests.some(({ signal }) => !signal.aborted)) overlaps++;
        requests.push(request);
        return fetch(request);
      },
    });
  });
  afterEach(async () => {
    const closed = api.close();
    api.server.closeAllConnections();
    await closed;
    await world.node.stop();
    expect(overlaps).toBe(0);
  });

  const create = (name: string) =>
    world.client.jobs.createCron({ name, schedule: '0 9 * * *', handler_name: 'greet' });
  const nameOf = (item: StreamItem | undefined) =>
    item?.kind === 'event' ? (item.data as { readonly name?: string }).name : undefined;
  /** Reads until the stream says that it is connected. */
  const opened = (states: readonly StreamState[]) =>
    new Promise<void>((resolve) => {
      const look = () => (states.at(-1) === 'open' ? resolve() : setImmediate(look));
      look();
    });

  it('gives events with the credential, and goes on after the last one when the connection is cut (F252)', async () => {
    const states: StreamState[] = [];
    const stream = client.events.stream({ onState: (state) => states.push(state) });
    const first = stream.next();
    await opened(states);
    await create('a');
    const { value: seen } = (await first) as { readonly value: StreamItem };
    expect(seen).toMatchObject({
      kind: 'event',
      name: 'scheduler:job.created',
      platform_id: null,
      at: '2030-01-01T12:00:00.000Z',
    });
    expect(nameOf(seen)).toBe('a');

    const next = take(stream, 2);
    api.server.closeAllConnections();
    await create('b');
    await create('c');
    expect((await next).map(nameOf)).toEqual(['b', 'c']);
    expect(requests.length).toBeGreaterThanOrEqual(2);
    expect(requests[0]?.headers.get('last-event-id')).toBeNull();
    expect(requests[1]?.headers.get('last-event-id')).toBe(seen.kind === 'event' ? seen.id : '');
    expect(states.slice(0, 5)).toEqual(['connecting', 'open', 'waiting', 'connecting', 'open']);
    await stream.return?.();
    expect(requests.every(({ signal }) => signal.aborted)).toBe(true);
  });

  it('begins with the latest events that the server remembers, if it is asked to', async () => {
    const states: StreamState[] = [];
    const first = client.events.stream({ onState: (state) => states.push(state) });
    const seen = take(first, 2);
    await opened(states);
    await create('remembered');
    await create('too');
    await seen;
    await first.return?.();
    const stream = client.events.stream({ recent: 1 });
    expect((await take(stream, 1)).map(nameOf)).toEqual(['too']);
    await stream.return?.();
  });

  it('says that something was lost', async () => {
    const stream = client.events.stream({ lastEventId: 'of-another-node' });
    expect(await take(stream, 1)).toEqual([{ kind: 'reset' }]);
    await create('a');
    expect(nameOf((await take(stream, 1))[0])).toBe('a');
    await stream.return?.();
  });

  it('leaving the loop closes the connection, and so does the signal', async () => {
    const stop = new AbortController();
    const states: StreamState[] = [];
    const reading = (async () => {
      const items: StreamItem[] = [];
      const onState = (state: StreamState) => states.push(state);
      for await (const item of client.events.stream({ names: ['user:signup'], signal: stop.signal, onState }))
        if (items.push(item) === 1) break;
      return items;
    })();
    await opened(states);
    await create('not asked for');
    await world.client.events.trigger({ name: 'user:signup', data: { mail: 'a@b.c' } });
    expect(await reading).toMatchObject([{ kind: 'event', name: 'user:signup', data: { mail: 'a@b.c' } }]);
    expect(requests.every(({ signal }) => signal.aborted)).toBe(true);

    const again = client.events.stream({ signal: stop.signal, onState: (state) => states.push(state) });
    states.length = 0;
    const waiting = again.next();
    await opened(states);
    stop.abort();
    expect(await waiting).toEqual({ value: undefined, done: true });
    expect(await again.next()).toEqual({ value: undefined, done: true });
    expect(requests.every(({ signal }) => signal.aborted)).toBe(true);
    expect(requests).toHaveLength(2);
  });

  it('return() ends a read that waits', async () => {
    const states: StreamState[] = [];
    const stream = client.events.stream({ onState: (state) => states.push(state) });
    const waiting = stream.next();
    await opened(states);
    await stream.return?.();
    expect(await waiting).toEqual({ value: undefined, done: true });
  });
});

/** A stream that says these texts, and then ends or stays silent. */
const says =
  (texts: readonly string[], { ends = true } = {}) =>
  () =>
    new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
          if (ends) controller.close();
        },
      }),
      { headers: { 'content-type': 'text/event-stream; charset=utf-8' } },
    );
const event = (id: string, name = `e${id}`) =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify({ name, at: '2030-01-01T00:00:00Z', platform_id: null, data: id })}\n\n`;

it('comes back after an end, a failure of the server and silence, and goes on after the last event', async () => {
  const steps = [
    says([': welcome\n\n', event('1')]),
    () => problem(503, 'SHUTTING_DOWN', { 'retry-after': '0' }),
    () => problem(500, 'INTERNAL_ERROR'),
    () => problem(429, 'TOO_MANY_STREAMS', { 'retry-after': '0' }),
    () => new TypeError('fetch failed'),
    says([event('2')], { ends: false }),
    says([event('3')], { ends: false }),
  ];
  const { client, requests } = scripted(steps);
  const stream = client.events.stream({ idleTimeoutMs: 20 });
  expect(names(await take(stream, 3))).toEqual(['e1', 'e2', 'e3']);
  await stream.return?.();
  expect(requests.map((request) => request.headers.get('last-event-id'))).toEqual([
    null,
    '1',
    '1',
    '1',
    '1',
    '1',
    '2',
  ]);
});

it('what a lost connection left half said is not mixed with what the next one says', async () => {
  const half = 'id: 9\nevent: reset\ndata: {"name":"half",\nda';
  const { client, requests } = scripted([says([event('1'), half]), says([event('2')])]);
  expect(names(await take(client.events.stream(), 2))).toEqual(['e1', 'e2']);
  expect(requests).toHaveLength(2);
});

it.each([400, 401, 403, 404, 406])('gives up after %s', async (status) => {
  const { client, requests } = scripted([() => problem(status, 'NO')]);
  expect(await rejection(client.events.stream().next())).toMatchObject({
    status,
    code: 'NO',
    operation: 'events.stream',
  });
  expect(requests).toHaveLength(1);
});

it('gives up where there is no stream, or what it says is no event', async () => {
  const page = scripted([() => new Response('<html>', { headers: { 'content-type': 'text/html' } })]);
  expect(await rejection(page.client.events.stream().next())).toBeInstanceOf(UnexpectedAnswer);
  const noise = scripted([says(['data: {\n\n'])]);
  expect(await rejection(noise.client.events.stream().next())).toBeInstanceOf(UnexpectedAnswer);
});

it('gives up after maxRetries connections in a row that gave nothing', async () => {
  const down = scripted([says([event('1')]), () => new TypeError('fetch failed')]);
  const stream = down.client.events.stream({ retry: { maxRetries: 2 } });
  expect(names(await take(stream, 1))).toEqual(['e1']);
  expect(await rejection(stream.next())).toMatchObject({ code: 'CONNECTION_FAILED' });
  expect(down.requests).toHaveLength(3);
  // An event in between begins the count anew.
  const failing = () => new TypeError('fetch failed');
  const shaky = scripted([says([event('1')]), failing, says([event('2')]), failing, says([event('3')])]);
  expect(names(await take(shaky.client.events.stream({ retry: { maxRetries: 2 } }), 3))).toEqual([
    'e1',
    'e2',
    'e3',
  ]);
  const once = scripted([says([event('1')])]);
  expect(names(await take(once.client.events.stream({ retry: false }), 9))).toEqual(['e1']);
  expect(once.requests).toHaveLength(1);
});

it('connections that end at once come back more and more slowly', async () => {
  const delays: number[] = [];
  const later = globalThis.setTimeout;
  const spy = jest.spyOn(globalThis, 'setTimeout').mockImplementation(((
    callback: () => void,
    delay: number,
  ) => {
    if (delay > 20_000) return later(() => undefined, 0);
    delays.push(delay);
    return later(callback, 0);
  }) as typeof setTimeout);
  jest.spyOn(Math, 'random').mockReturnValue(0);
  try {
    const { client } = scripted([says([': welcome\n\n'])], { retry: { delayMs: 100, maxDelayMs: 1_000 } });
    await client.events.stream({ retry: { maxRetries: 5 } }).next();
    expect(delays).toEqual([50, 100, 200, 400, 500]);
    delays.length = 0;
    const asked = scripted([says(['retry: 3000\n\n'])], { retry: { delayMs: 100, maxDelayMs: 10_000 } });
    await asked.client.events.stream({ retry: { maxRetries: 2 } }).next();
    expect(delays).toEqual([1_500, 3_000]);
  } finally {
    spy.mockRestore();
    jest.restoreAllMocks();
  }
});

it('ends quietly with its signal while it waits to come back', async () => {
  const stop = new AbortController();
  const { client, requests } = scripted([() => new TypeError('fetch failed')], {
    retry: { delayMs: 1_000_000, maxDelayMs: 1_000_000 },
  });
  const next = client.events.stream({ signal: stop.signal }).next();
  while (requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  stop.abort();
  expect(await next).toEqual({ value: undefined, done: true });
  const none = scripted([says([event('1')])]);
  expect(await none.client.events.stream({ signal: stop.signal }).next()).toEqual({
    value: undefined,
    done: true,
  });
  expect(none.requests).toHaveLength(0);
});

it('reading it twice goes on with the one connection', async () => {
  const { client, requests } = scripted([says([event('1'), event('2')], { ends: false })]);
  const stream = client.events.stream();
  expect(names(await take(stream[Symbol.asyncIterator](), 1))).toEqual(['e1']);
  expect(names(await take(stream[Symbol.asyncIterator](), 1))).toEqual(['e2']);
  await stream.return?.();
  expect(requests).toHaveLength(1);
});

const TEXTS = [
  `:c\r\nid:1\r\nevent:a\r\ndata:{"name":"a",\r\ndata: "data":"é☃💣"}\r\n\r\nid: 2\r\ndata: {"name":"b"}\r\n\r\n`,
  `id: 1\revent: a\rdata: {"name":"a",\rdata:"data":"é☃💣"}\r\rid: 2\rdata: {"name":"b"}\r\r:`,
  `\uFEFFid: 1\nunknown: x\n\nid: 1\nevent: a\ndata: {"name":"a","data":"é☃💣"}\n\nevent: void\n\nid: 2\ndata: {"name":"b"}\n\ndata: {"name":"half"`,
];

it.each(TEXTS.map((text, number) => ({ text, number })))(
  'text $number is read the same wherever it is cut',
  async ({ text }) => {
    const bytes = new TextEncoder().encode(text);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (const piece of [bytes.slice(0, cut), bytes.slice(cut)])
            if (piece.length > 0) controller.enqueue(piece);
          controller.close();
        },
      });
      const { client } = scripted([
        () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
      ]);
      const stream = client.events.stream({ retry: false });
      expect(await take(stream, 9)).toMatchObject([
        { kind: 'event', id: '1', name: 'a', data: 'é☃💣' },
        { kind: 'event', id: '2', name: 'b' },
      ]);
    }
  },
);

it('options are checked', () => {
  const { client, requests } = scripted([says([])]);
  const wrong = [
    null,
    [],
    { name: ['a'] },
    { names: 'a' },
    { recent: -1 },
    { names: ['a,b'] },
    { names: [1] },
    { lastEventId: 'a\nb' },
    { onState: 1 },
    { idleTimeoutMs: 0 },
    { signal: {} },
    { retry: true },
    { headers: { a: 1 } },
  ];
  for (const options of wrong) expect(() => client.events.stream(options as never)).toThrow(InvalidArgument);
  expect(requests).toHaveLength(0);
});
