import { trigger, type Trigger } from '@scheduler/contracts';
import { SeededRandom, seedOfRun } from '../test-support/seeded-random.js';
import { missedInstants, MOST_COUNTED } from './missed-instants.js';
import type { Recurrence } from './recurrence.js';
import { createRecurrenceEngine } from '../recurrence-engine.js';

const engine = createRecurrenceEngine();
const instant = (text: string) => new Date(text);

function compile(what: Trigger, bounds: { startAt?: Date; endAt?: Date } = {}): Recurrence {
  return engine.compile({
    trigger: what,
    anchor: instant('2026-01-01T00:00:00Z'),
    startAt: null,
    endAt: null,
    ...bounds,
  });
}

/** Counts the calls, because the cost must not depend on the length of the outage. */
function watched(recurrence: Recurrence) {
  let calls = 0;
  const next = (after: Date) => {
    calls += 1;
    return recurrence.next(after);
  };
  return {
    recurrence: {
      ...(recurrence.countBetween && { countBetween: recurrence.countBetween.bind(recurrence) }),
      next,
    },
    calls: () => calls,
  };
}

describe('missed instants', () => {
  it('are those from the cursor to now, both included', () => {
    const recurrence = compile(trigger.cron('0 * * * *'));
    const cursor = instant('2027-01-01T01:00:00Z');
    const now = instant('2027-01-01T05:00:00Z');
    expect(missedInstants({ recurrence, cursor, now, keep: 2 })).toEqual({
      total: 5,
      bounded: false,
      latest: [instant('2027-01-01T04:00:00Z'), now],
      beforeLatest: instant('2027-01-01T03:00:00Z'),
      first: cursor,
      last: now,
      next: instant('2027-01-01T06:00:00Z'),
    });
  });

  it.each([
    [0, [], '2027-01-01T02:00:00.000Z'],
    [-3, [], '2027-01-01T02:00:00.000Z'],
    [1, ['2027-01-01T02:00:00.000Z'], '2027-01-01T01:00:00.000Z'],
    [2, ['2027-01-01T01:00:00.000Z', '2027-01-01T02:00:00.000Z'], null],
    [100, ['2027-01-01T01:00:00.000Z', '2027-01-01T02:00:00.000Z'], null],
  ])('are kept as far as wanted (%d)', (keep, latest, before) => {
    const cursor = instant('2027-01-01T01:00:00Z');
    const now = instant('2027-01-01T02:30:00Z');
    const missed = missedInstants({ recurrence: compile(trigger.cron('0 * * * *')), cursor, now, keep });
    expect(missed.latest.map((at) => at.toISOString())).toEqual(latest);
    expect(missed.beforeLatest?.toISOString() ?? null).toBe(before);
    expect(missed.total).toBe(2);
  });

  it('are none when the cursor lies ahead', () => {
    const cursor = instant('2027-01-02T00:00:00Z');
    const missed = missedInstants({
      recurrence: compile(trigger.cron('@daily')),
      cursor,
      now: instant('2027-01-01T12:00:00Z'),
      keep: 5,
    });
    expect(missed).toMatchObject({ total: 0, latest: [], beforeLatest: null, next: cursor });
  });

  it('have no next where the trigger has ended', () => {
    const at = instant('2027-01-01T00:00:00Z');
    const missed = missedInstants({
      recurrence: compile(trigger.once(at)),
      cursor: at,
      now: instant('2028-01-01T00:00:00Z'),
      keep: 1,
    });
    expect(missed).toMatchObject({ total: 1, latest: [at], first: at, last: at, next: null });
  });

  it('end with the window', () => {
    const endAt = instant('2027-01-03T00:00:00Z');
    const recurrence = compile(trigger.every('1h'), { startAt: instant('2026-12-01T00:00:00Z'), endAt });
    const cursor = instant('2027-01-01T00:00:00Z');
    const missed = missedInstants({ recurrence, cursor, now: instant('2028-01-01T00:00:00Z'), keep: 1 });
    expect(missed).toMatchObject({ total: 49, bounded: false, latest: [endAt], last: endAt, next: null });
  });

  it('of an interval are counted without enumeration', () => {
    const { recurrence, calls } = watched(compile(trigger.every('1s')));
    const cursor = instant('2026-01-01T00:00:05Z');
    const missed = missedInstants({ recurrence, cursor, now: instant('2027-01-01T00:00:05.500Z'), keep: 3 });
    expect(missed).toMatchObject({
      total: 31_536_001,
      bounded: false,
      last: instant('2027-01-01T00:00:05Z'),
    });
    expect(missed.latest.map((at) => at.getUTCSeconds())).toEqual([3, 4, 5]);
    expect(calls()).toBeLessThan(1_000);
  });

  it('of a dense expression are counted without enumeration', () => {
    const { recurrence, calls } = watched(
      compile(trigger.cron('* * * * 1-11 *', { zone: 'America/New_York' })),
    );
    const cursor = instant('2026-01-01T05:00:00Z');
    const missed = missedInstants({ recurrence, cursor, now: instant('2026-12-31T00:00:00Z'), keep: 100 });
    expect(missed).toMatchObject({
      total: 334 * 86_400,
      bounded: false,
      last: instant('2026-12-01T04:59:59Z'),
      beforeLatest: instant('2026-12-01T04:58:19Z'),
      next: instant('2027-01-01T05:00:00Z'),
    });
    expect(missed.latest).toHaveLength(100);
    expect(calls()).toBeLessThan(20_000);
  });

  it('of several expressions are counted up to a limit, and the latest are still known', () => {
    const { recurrence, calls } = watched(compile(trigger.cron(['* * * * 1-11 *', '0 0 1 12 *'])));
    const cursor = instant('2026-01-01T00:00:00Z');
    const missed = missedInstants({ recurrence, cursor, now: instant('2026-12-31T00:00:00Z'), keep: 100 });
    expect(missed).toMatchObject({
      total: MOST_COUNTED,
      bounded: true,
      last: instant('2026-12-01T00:00:00Z'),
    });
    expect(missed.latest).toHaveLength(100);
    expect(calls()).toBeLessThan(MOST_COUNTED + 20_000);
  });

  it('agree with plain enumeration', () => {
    const random = new SeededRandom(seedOfRun());
    const zone = 'America/New_York';
    const triggers = [
      trigger.cron('*/7 1-3 * * *', { zone }),
      trigger.cron(['30 1,2 * * *', '0 0 1 * *'], { zone }),
      trigger.every('37m'),
      trigger.weekly({ at: '02:30', zone }),
    ];
    for (let times = 0; times < 100; times += 1) {
      const recurrence = compile(random.pick(triggers));
      const cursor = recurrence.next(
        new Date(Date.UTC(2027, 0, 1) + random.between(0, 300 * 86_400) * 1_000),
      )!;
      const now = new Date(cursor.getTime() + random.between(0, 40 * 86_400_000));
      const all = [cursor];
      for (let at = recurrence.next(cursor)!; at <= now; at = recurrence.next(at)!) all.push(at);
      const keep = random.between(0, 12);
      expect(missedInstants({ recurrence, cursor, now, keep })).toEqual({
        total: all.length,
        bounded: false,
        latest: keep === 0 ? [] : all.slice(-keep),
        beforeLatest: all.at(-keep - 1) ?? null,
        first: cursor,
        last: all.at(-1),
        next: recurrence.next(now),
      });
    }
  });
});
