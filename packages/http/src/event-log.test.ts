import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { principal, Scene } from './test-support/scene.js';

interface Listed {
  readonly items: readonly {
    readonly position: string;
    readonly name: string;
    readonly cause: string;
    readonly data: unknown;
  }[];
}

const ada = { ...principal('admin'), id: 'ada' };
const job = {
  name: 'daily',
  schedule: '0 9 * * *',
  handler_name: 'greet',
  payload: { secret: 'of the job' },
};

async function setUp() {
  const scene = new Scene();
  const { json } = await scene.send<{ id: string }>('POST', '/jobs/cron', { as: ada, body: job });
  return { scene, id: json.id };
}

async function textOf(response: Response, until: string): Promise<string> {
  const reader = response.body!.getReader();
  let text = '';
  while (!text.includes(until)) {
    const { value, done } = await reader.read();
    if (done) break;
    text += Buffer.from(value).toString('utf8');
  }
  await reader.cancel();
  return text;
}

it('a change is caused by the principal of its request (F197)', async () => {
  const { scene, id } = await setUp();
  await scene.send('POST', `/jobs/${id}/pause`, { as: ada });
  const { items } = (await scene.send<Listed>('GET', '/event-log', { as: ada })).json;
  expect(items.map(({ name, cause }) => [name, cause])).toEqual([
    ['JobScheduled', 'application:ada'],
    ['JobPaused', 'application:ada'],
  ]);
});

it('data is for those who may read payloads, in lists and in streams', async () => {
  const { scene } = await setUp();
  const viewer = principal('viewer');
  const { items } = (await scene.send<Listed>('GET', '/event-log', { as: viewer })).json;
  expect(items[0]?.data).toBeNull();
  const stream = await scene.handler(
    scene.request('GET', '/event-log/stream?from=beginning', { as: viewer }),
  );
  const text = await textOf(stream, 'JobScheduled');
  expect(text).not.toContain('of the job');
});

it('a stream goes on exactly after the event that was seen last, and shows what happens', async () => {
  const { scene, id } = await setUp();
  await scene.send('POST', `/jobs/${id}/pause`, { as: ada });
  const { items } = (await scene.send<Listed>('GET', '/event-log', { as: ada })).json;
  const request = scene.request('GET', '/event-log/stream', {
    as: ada,
    headers: { 'last-event-id': items[0]!.position },
  });
  const response = await scene.handler(request);
  await scene.send('POST', `/jobs/${id}/resume`, { as: ada });
  const text = await textOf(response, 'JobResumed');
  expect([...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name)).toEqual(['JobPaused', 'JobResumed']);
  expect(text).toContain(`id: ${items[1]!.position}\n`);
});

it('where the log is off, the API says so', async () => {
  const scene = new Scene({ store: createMemoryStore({ clock: new SettableClock() }) });
  for (const path of ['/event-log', '/event-log/stream', '/event-readers'])
    expect([path, (await scene.send('GET', path, { as: ada })).status]).toEqual([path, 501]);
});
