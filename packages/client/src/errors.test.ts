import { inspect } from 'node:util';
import {
  ConnectionFailed,
  createClient,
  InvalidArgument,
  RequestTimedOut,
  SchedulerApiError,
  SchedulerClientError,
  UnexpectedAnswer,
} from './index.js';
import { json, problem, rejection, scripted } from './test-support/scripted.js';
import { BASE_URL, TOKEN, World } from './test-support/world.js';

let world: World;
beforeAll(() => {
  world = new World();
});
afterAll(() => world.close());

it('a refusal has its status, code, fields and the id of the request (F252)', async () => {
  const error = await rejection(world.client.jobs.list({ limit: 1_000 }));
  expect(error).toBeInstanceOf(SchedulerApiError);
  expect(error).toBeInstanceOf(SchedulerClientError);
  expect(error).toMatchObject({
    name: 'SchedulerApiError',
    operation: 'jobs.list',
    status: 400,
    code: 'REQUEST_INVALID',
    issues: [{ field: 'limit', problem: 'is not a whole number from 1 to 100' }],
  });
  expect(error['requestId']).toMatch(/^\S{8,}$/);
  expect(error.message).toBe(`jobs.list: 400 REQUEST_INVALID: ${String(error['detail'])}`);
  expect(await rejection(world.client.jobs.get('nobody'))).toMatchObject({
    status: 404,
    code: 'JOB_NOT_FOUND',
  });
});

it('an answer of something in between is an error without a code of the API', async () => {
  const { client } = scripted([() => new Response('<html>secret page</html>', { status: 403 })]);
  const error = await rejection(client.jobs.list());
  expect(error).toMatchObject({ status: 403, code: 'HTTP_403', requestId: null, issues: [] });
  expect(error.message).not.toContain('secret');
});

it.each([
  ['a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['JSON that is cut off', () => new Response('{"a":', { headers: { 'content-type': 'application/json' } })],
  ['nothing', () => new Response('', { headers: { 'content-type': 'application/json' } })],
])('%s in place of an answer is unexpected', async (_, answer) => {
  const { client } = scripted([answer]);
  const error = await rejection(client.jobs.get('a'));
  expect(error).toBeInstanceOf(UnexpectedAnswer);
  expect(error).toMatchObject({ code: 'ANSWER_UNEXPECTED', operation: 'jobs.get', status: 200 });
});

it('no answer is ConnectionFailed, with the cause and its code', async () => {
  const cause = Object.assign(new TypeError(`fetch failed for ${TOKEN}`), {
    cause: { code: 'ECONNREFUSED' },
  });
  const error = await rejection(scripted([() => cause], { retry: false }).client.jobs.list());
  expect(error).toBeInstanceOf(ConnectionFailed);
  expect(error).toMatchObject({ code: 'CONNECTION_FAILED', operation: 'jobs.list', cause });
  expect(error.message).toBe('jobs.list: no answer came from the scheduler (ECONNREFUSED)');
});

it('no answer in time is RequestTimedOut, and the attempt is ended', async () => {
  const { client, requests } = scripted([() => () => new Promise<Response>(() => undefined)], {
    retry: false,
  });
  const error = await rejection(client.jobs.list({}, { timeoutMs: 5 }));
  expect(error).toBeInstanceOf(RequestTimedOut);
  expect(error).toMatchObject({ code: 'REQUEST_TIMED_OUT', timeoutMs: 5 });
  expect(requests[0]?.signal.aborted).toBe(true);
});

it('a body that never ends is ended by the timeout too', async () => {
  const endless = () =>
    new Response(new ReadableStream(), { headers: { 'content-type': 'application/json' } });
  const { client } = scripted([endless], { retry: false });
  expect(await rejection(client.jobs.list({}, { timeoutMs: 5 }))).toBeInstanceOf(RequestTimedOut);
});

it('an error of the function that gives the token is the error of the call', async () => {
  const expired = new Error('log in again');
  const { client, requests } = scripted([() => json([])], { token: () => Promise.reject(expired) });
  expect(await rejection(client.jobs.list())).toBe(expired);
  expect(requests).toHaveLength(0);
});

it('the token is asked for anew for each attempt', async () => {
  let number = 0;
  const { client, requests } = scripted([() => problem(503, 'X'), () => json([])], {
    token: () => `t${++number}`,
  });
  await client.jobs.list();
  expect(requests.map((request) => request.headers.get('authorization'))).toEqual(['Bearer t1', 'Bearer t2']);
});

it('no error says the token', async () => {
  const steps = [
    () => problem(401, 'UNAUTHENTICATED'),
    () => new Response('no', { status: 500 }),
    () => new Response('<html>'),
    () => new TypeError('fetch failed'),
    () => () => new Promise<Response>(() => undefined),
  ];
  for (const step of steps) {
    const { client } = scripted([step], { retry: false, timeoutMs: 5 });
    expect(inspect(await rejection(client.jobs.list()), { depth: 5, showHidden: true })).not.toContain(TOKEN);
  }
  for (const token of [`${TOKEN}\n`, `${TOKEN}é`, `\u0000${TOKEN}`]) {
    expect(() => createClient({ baseUrl: BASE_URL, token })).toThrow(InvalidArgument);
    const error = await rejection(scripted([() => json([])], { token: () => token }).client.jobs.list());
    expect(error).toBeInstanceOf(InvalidArgument);
    expect(inspect(error, { depth: 5 })).not.toContain(TOKEN);
  }
  expect(inspect(world.client, { depth: 5 })).not.toContain(TOKEN);
});

it('a redirection is not followed', async () => {
  const { client, requests } = scripted([() => json([])]);
  await client.jobs.list();
  expect(requests[0]?.redirect).toBe('error');
});
