import { UnexpectedAnswer } from './index.js';
import { json, rejection, scripted } from './test-support/scripted.js';
import { World } from './test-support/world.js';

let world: World;
beforeAll(async () => {
  world = new World();
  for (let number = 0; number < 7; number++) {
    await world.client.jobs.createCron({
      name: `job-${number}`,
      schedule: '0 9 * * *',
      handler_name: 'greet',
    });
    await world.client.executions.enqueue({ handler_name: 'greet', queue: 'default' });
  }
});
afterAll(() => world.close());
beforeEach(() => {
  world.requests.length = 0;
});

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

it('pages with a cursor lose and repeat nothing, though all is of one instant (F252)', async () => {
  const whole = await world.client.executions.list({ limit: 100 });
  const found = await all(world.client.iterate('executions.list', { queue: 'default', limit: 3 }));
  expect(found.map(({ id }) => id)).toEqual(whole.items.map(({ id }) => id));
  expect(found).toHaveLength(7);
  expect(world.requests).toHaveLength(1 + 3);
  const { next_cursor: cursor } = await world.client.executions.list({ limit: 3 });
  expect(await all(world.client.iterate('executions.list', { cursor: cursor ?? '' }))).toHaveLength(4);
});

it('pages with an offset end with the last one, as lists and with a total (F252)', async () => {
  expect((await all(world.client.iterate('jobs.list', { limit: 3 }))).map(({ name }) => name).sort()).toEqual(
    Array.from({ length: 7 }, (_, number) => `job-${number}`),
  );
  expect(world.requests).toHaveLength(3);
  expect(await all(world.client.iterate('jobs.list', { limit: 7, offset: 2 }))).toHaveLength(5);
  world.requests.length = 0;
  expect(await all(world.client.iterate('eventHandlers.list'))).toEqual([]);
  expect(world.requests).toHaveLength(1);
  const [job] = await world.client.jobs.list({ limit: 1 });
  expect(await all(world.client.iterate('jobs.executions', job?.id ?? '', { limit: 2 }))).toEqual([]);
});

it('a page is asked for when it is needed, and not after the loop was left', async () => {
  for await (const job of world.client.iterate('jobs.list', { limit: 2 })) if (job.name !== '') break;
  expect(world.requests).toHaveLength(1);
});

it('a list says how many there are on all pages, and everything else that nobody knows', async () => {
  const { value, total } = await world.client.send('jobs.list', { limit: 2 });
  expect([value.length, total]).toEqual([2, 7]);
  expect((await world.client.send('session.get')).total).toBeNull();
});

it('pages that are full of a total end without an empty one', async () => {
  const page = (offset: number) => json({ items: [{ id: offset }, { id: offset + 1 }], total: 4 });
  const { client, requests } = scripted([() => page(0), () => page(2)]);
  expect(await all(client.iterate('deadLetters.list', { limit: 2 }))).toHaveLength(4);
  expect(requests.map(({ url }) => new URL(url).search)).toEqual(['?limit=2&offset=0', '?limit=2&offset=2']);
});

it.each([
  ['the same cursor again', () => json({ items: [{ id: 1 }], next_cursor: 'a' })],
  [
    'cursors in a circle',
    (() => {
      let number = 0;
      return () => json({ items: [], next_cursor: ['a', 'b'][number++ % 2] });
    })(),
  ],
  ['no items', () => json({ rows: [] })],
])('%s ends in an error, not in a loop without end', async (_, step) => {
  const { client, requests } = scripted([step]);
  expect(await rejection(all(client.iterate('executions.list')))).toBeInstanceOf(UnexpectedAnswer);
  expect(requests.length).toBeLessThanOrEqual(3);
});

it('a signal ends the iteration with its reason', async () => {
  const stop = new AbortController();
  const found: unknown[] = [];
  const reading = (async () => {
    for await (const job of world.client.iterate('jobs.list', { limit: 2 }, { signal: stop.signal })) {
      found.push(job);
      stop.abort(new Error('enough'));
    }
  })();
  expect((await rejection(reading)).message).toBe('enough');
  expect(found).toHaveLength(2);
});
