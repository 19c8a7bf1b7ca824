import { setImmediate as turn } from 'node:timers/promises';
import { CLOCK, SCHEDULER, SCHEDULER_NODE } from '@scheduler/inversify';
import { createMemoryStore } from '@scheduler/memory';
import { countingApp } from './scale-out/counting-app.js';
import { runScaleOut } from './scale-out/run-scale-out.js';

const { SCHEDULER_TEST_POSTGRES_URL: databaseUrl = '', SCHEDULER_TEST_REDIS_URL: redisUrl = '' } =
  process.env;

it('runs the same application in memory by another binding of the store', async () => {
  const counted: number[] = [];
  const container = countingApp({
    store: (context) => createMemoryStore({ clock: context.get(CLOCK) }),
    config: { queues: { default: 20 } },
    count: (number) => void counted.push(number),
  });
  const node = container.get(SCHEDULER_NODE);
  await node.start();
  const numbers = Array.from({ length: 500 }, (_, number) => number);
  await container.get(SCHEDULER).enqueueMany(numbers.map((number) => ({ type: 'count', payload: number })));
  const works = async () =>
    (await node.queues.stats('default')).some(({ available, running }) => available + running > 0);
  // The worker lets the event loop have its turns, which a loop of promises alone would take from it.
  while (await works()) await turn();
  await node.stop();
  expect(counted.sort((a, b) => a - b)).toEqual(numbers);
});

(databaseUrl === '' || redisUrl === '' ? describe.skip : describe)('PostgreSQL and BullMQ', () => {
  it('four worker processes and a dispatcher execute each of 5,000 jobs once (F128)', async () => {
    const { byWorker, ...figures } = await runScaleOut({ databaseUrl, redisUrl, jobs: 5_000 });
    expect(figures).toMatchObject({ missing: [], repeated: [], unsettled: 0 });
    expect(byWorker.reduce((sum, count) => sum + count, 0)).toBe(5_000);
    expect(byWorker.filter((count) => count > 0)).toHaveLength(4);
  });
});
