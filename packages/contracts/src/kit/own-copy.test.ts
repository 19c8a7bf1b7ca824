import { trigger } from '../jobs/trigger.js';
import { sampleJob } from '../test-support/samples.js';
import { ownCopy, withOwnCopies, withOwnDates } from './own-copy.js';

describe('ownCopy', () => {
  it('copies plain objects, lists, dates and jobs at every depth', () => {
    const at = new Date(1);
    const value = { at, list: [{ at }], nothing: null, missing: undefined, text: 'x' };
    const copy = ownCopy(value);
    expect(copy).toEqual(value);
    at.setTime(2);
    expect([copy.at.getTime(), copy.list[0]?.at.getTime()]).toEqual([1, 1]);
    const job = sampleJob({ createdAt: new Date(5) });
    const own = ownCopy(job);
    job.createdAt.setTime(6);
    expect([own.createdAt.getTime(), own.isFinal(), Object.isFrozen(own)]).toEqual([5, false, true]);
  });

  it('leaves functions and objects of other classes as they are, and keeps a dangerous key as data', () => {
    const value = { run: () => 1, set: new Set([1]) };
    expect(ownCopy(value).run).toBe(value.run);
    expect(ownCopy(value).set).toBe(value.set);
    const copy = ownCopy(JSON.parse('{"__proto__":{"polluted":true}}') as object);
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"polluted":true}}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

it('withOwnCopies copies requests and answers, also later ones', async () => {
  const kept: { at: Date }[] = [];
  const port = withOwnCopies({
    add: async (request: { at: Date }) => void kept.push(request),
    first: async () => kept[0],
    now: () => kept[0]?.at,
    name: 'store',
  });
  const given = { at: new Date(1) };
  await port.add(given);
  given.at.setTime(2);
  (await port.first())?.at.setTime(3);
  port.now()?.setTime(4);
  expect([kept[0]?.at.getTime(), port.name]).toEqual([1, 'store']);
});

it('withOwnDates copies the dates of a trigger, and shares one without', () => {
  const at = new Date(1);
  const [once, every] = [trigger.once(at), trigger.every('1h', { anchor: at })];
  const copies = [withOwnDates(once), withOwnDates(every)];
  expect(copies).toEqual([once, every]);
  at.setTime(2);
  expect(copies).toEqual([trigger.once(new Date(1)), trigger.every('1h', { anchor: new Date(1) })]);
  for (const shared of [trigger.now(), trigger.cron('* * * * *'), trigger.daily({ at: '09:00' })])
    expect(withOwnDates(shared)).toBe(shared);
});
