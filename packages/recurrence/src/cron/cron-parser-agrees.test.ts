import { CronExpressionParser } from 'cron-parser';
import { SeededRandom, seedOfRun } from '../test-support/seeded-random.js';
import { CronTimes } from './cron-times.js';
import { parseCron } from './parse-cron.js';

const random = new SeededRandom(seedOfRun());

/** A field that both define alike: no wrapped ranges, no `a/n`, none of L, W and #, and no star in a day field beside a restricted one. */
function commonField(min: number, max: number): string {
  const item = () => {
    const low = random.between(min, max);
    const high = random.between(low, max);
    return random.pick([String(low), `${low}-${high}`, `${low}-${high}/${random.between(1, 5)}`]);
  };
  return random.pick([() => '*', () => `*/${random.between(1, 12)}`, item, () => twoOf(min, max)])();
}

/** Two different values, because cron-parser refuses equal ones. */
function twoOf(min: number, max: number): string {
  const middle = Math.floor((min + max) / 2);
  return `${random.between(middle + 1, max)},${random.between(min, middle)}`;
}

function commonExpression(): string {
  const day = random.chance(0.5) ? '*' : String(random.between(1, 28));
  const weekday = random.chance(0.5) ? '*' : `${random.between(0, 3)}-${random.between(4, 6)}`;
  const time = [commonField(0, 59), commonField(0, 59), commonField(0, 23)];
  return [...time.slice(random.between(0, 1)), day, commonField(1, 12), weekday].join(' ');
}

describe('cron-parser', () => {
  it('gives the same instants in UTC for what both define alike', () => {
    for (let times = 0; times < 300; times += 1) {
      const expression = commonExpression();
      const currentDate = new Date(
        Date.UTC(2020, 0, 1) + random.between(0, 4_000) * 86_400_000 + random.between(0, 86_399) * 1_000,
      );
      const theirs = CronExpressionParser.parse(expression, { tz: 'UTC', currentDate });
      const ours = new CronTimes(parseCron(expression));
      let at = currentDate.getTime() / 1_000;
      for (let steps = 0; steps < 5; steps += 1) {
        at = ours.atOrAfter(at + 1);
        expect({ expression, at: new Date(at * 1_000) }).toEqual({ expression, at: theirs.next().toDate() });
      }
    }
  });
});
