import { type Reading, matcherOf } from '../test-support/cron-oracle.js';
import { plainField } from '../test-support/random-cron.js';
import { SeededRandom, seedOfRun } from '../test-support/seeded-random.js';
import { CronTimes } from './cron-times.js';
import { parseCron } from './parse-cron.js';

const DAY = 86_400;
const random = new SeededRandom(seedOfRun());

function dayAt(dayNumber: number): Reading {
  const date = new Date(dayNumber * DAY * 1_000);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: 0,
    minute: 0,
    second: 0,
  };
}

const dayField = () =>
  random.pick([
    () => '*',
    () => '?',
    () => 'L',
    () => 'LW',
    () => `${random.between(1, 31)}W`,
    () => `L-${random.between(1, 30)},${random.between(1, 31)}W`,
    () => `1,L,${random.between(1, 28)}`,
    () => plainField(random, 1, 31),
  ])();

const weekdayField = () =>
  random.pick([
    () => '*',
    () => '?',
    () => `${random.between(0, 7)}L`,
    () => `${random.between(0, 7)}#${random.between(1, 5)}`,
    () => `${random.between(0, 7)}#1,${random.between(0, 7)}#3,FRIL`,
    () => `${random.between(0, 7)}-${random.between(0, 7)}/${random.between(1, 7)}`,
    () => plainField(random, 0, 6),
  ])();

const monthField = () => (random.chance(0.5) ? '*' : plainField(random, 1, 12));

function daysFound(expression: string, from: number, to: number): number[] | 'refused' {
  try {
    const times = new CronTimes(parseCron(expression));
    const found: number[] = [];
    for (let at = times.atOrAfter(from * DAY); at < to * DAY; at = times.atOrAfter(at + 1))
      found.push(at / DAY);
    return found;
  } catch {
    return 'refused';
  }
}

describe('the days of an expression', () => {
  it('are those that a walk through six years finds', () => {
    for (let times = 0; times < 250; times += 1) {
      const expression = `0 0 ${dayField()} ${monthField()} ${weekdayField()}`;
      const from = random.between(-20_000, 60_000);
      const matches = matcherOf(expression);
      const expected = Array.from({ length: 2_200 }, (_, index) => from + index).filter((day) =>
        matches(dayAt(day)),
      );
      const found = daysFound(expression, from, from + 2_200);
      // An expression without dates is refused; one whose dates are rarer than six years is not.
      expect({ expression, from, days: found === 'refused' ? [] : found }).toEqual({
        expression,
        from,
        days: expected,
      });
    }
  });

  it.each([
    ['0 0 29 2 *', '2096-03-01', '2104-02-29'],
    ['0 0 29 2 ?', '1999-01-01', '2000-02-29'],
    ['0 0 */29 2 7', '2001-01-01', '2004-02-01'],
    ['0 0 ? 2 MON#5', '2025-01-01', '2044-02-29'],
    ['0 0 31W 1,3 *', '2027-01-01', '2027-01-29'],
    ['0 0 1W * *', '2027-05-01', '2027-05-03'],
    ['0 0 15W * *', '2027-08-01', '2027-08-16'],
    ['0 0 LW * *', '2027-10-01', '2027-10-29'],
    ['0 0 L-2 2 *', '2028-02-01', '2028-02-27'],
    ['0 0 ? * 5L', '2027-04-01', '2027-04-30'],
  ])('%s after %s is %s (F42)', (expression, after, expected) => {
    const found = new CronTimes(parseCron(expression)).atOrAfter(Date.parse(after) / 1_000);
    expect(new Date(found * 1_000).toISOString().slice(0, 10)).toBe(expected);
  });

  it('finds a date of the distant future', () => {
    const found = new CronTimes(parseCron('0 0 29 2 *')).atOrAfter(Date.UTC(9_897, 0, 1) / 1_000);
    expect(new Date(found * 1_000).toISOString()).toBe('9904-02-29T00:00:00.000Z');
  });
});
