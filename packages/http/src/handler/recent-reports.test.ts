import { SettableClock } from '@scheduler/testing';
import { RecentReports } from './recent-reports.js';

function setUp() {
  const clock = new SettableClock('2030-01-01T00:00:00Z');
  const reports = new RecentReports(clock);
  let made = 0;
  /** A report that takes some time. */
  const ask = (key: string, takesMs: number) =>
    reports.get(key, async () => {
      await clock.advance(takesMs);
      return (made += 1);
    });
  return { clock, reports, ask };
}

it('gives a report again for ten times as long as it took', async () => {
  const { clock, ask } = setUp();
  expect([await ask('a', 100), await ask('a', 100)]).toEqual([1, 1]);
  await clock.advance(999);
  expect(await ask('a', 100)).toBe(1);
  await clock.advance(1);
  expect(await ask('a', 100)).toBe(2);
});

it('gives everybody who asks meanwhile the same, and others their own', async () => {
  const { ask } = setUp();
  expect(await Promise.all([ask('a', 5), ask('a', 5), ask('b', 5)])).toEqual([1, 1, 2]);
});

it('makes anew what takes no time, and keeps nothing for longer than a minute', async () => {
  const { clock, ask } = setUp();
  expect([await ask('a', 0), await ask('a', 0)]).toEqual([1, 2]);
  expect(await ask('slow', 30_000)).toBe(3);
  await clock.advance(60_000);
  expect(await ask('slow', 30_000)).toBe(4);
});

it('does not keep a failure', async () => {
  const { reports, ask } = setUp();
  await expect(reports.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await ask('a', 5)).toBe(1);
});
