import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { NOW, principal, Scene } from './test-support/scene.js';

const TAKES_MS = 100;

it('counts metrics anew ten times as long as it took after the last time, each tenant and period for itself (F234)', async () => {
  const store = createMemoryStore({ clock: new SettableClock(NOW) });
  const scene = new Scene({ store });
  const count = store.statistics.endedExecutions.bind(store.statistics);
  const counted = jest.spyOn(store.statistics, 'endedExecutions').mockImplementation(async (request) => {
    await scene.clock.advance(TAKES_MS);
    return count(request);
  });
  const ask = async (period: string, tenant: string | null) => {
    const { status } = await scene.send('GET', `/metrics?period=${period}`, {
      as: principal('viewer', tenant),
    });
    expect(status).toBe(200);
    return counted.mock.calls.length;
  };
  expect([await ask('24h', 'acme'), await ask('24h', 'acme')]).toEqual([1, 1]);
  expect([await ask('1h', 'acme'), await ask('24h', 'other'), await ask('24h', null)]).toEqual([2, 3, 4]);
  expect(counted.mock.calls.map(([{ tenant }]) => tenant)).toEqual(['acme', 'acme', 'other', null]);
  await scene.clock.advance(10 * TAKES_MS);
  expect(await ask('24h', 'acme')).toBe(5);
  await scene.node.stop();
});
