import { ScheduleInvalid } from '@scheduler/contracts';
import { SeededRandom, seedOfRun } from '../../test-support/recurrence/seeded-random.js';
import { CronTimes } from './cron-times.js';
import { CronParser } from './parse-cron.js';

const random = new SeededRandom(seedOfRun());
const ALPHABET = [...'0123456789,,--//**??LLWW##  @HMONJAN', '\0', '\n', '٣', '💣', '\ud800', '99999999'];
const VALID = [
  '*/5 * * * *',
  '0 9 * * MON-FRI',
  '0 0 29 2 *',
  '0 0 L-3 * ?',
  '0 0 ? * 5#3',
  '15 10 12 1W JAN-MAR *',
];

function noise(): string {
  return Array.from({ length: random.between(0, 40) }, () => random.pick(ALPHABET)).join('');
}

function mutated(): string {
  const characters = [...random.pick(VALID)];
  for (let changes = random.between(1, 4); changes > 0; changes -= 1) {
    characters.splice(random.between(0, characters.length), random.between(0, 2), random.pick(ALPHABET));
  }
  return characters.join('');
}

const long = () => random.pick(['*/', '1,', '1-', ' ', '(', 'L', '#']).repeat(random.between(1, 100_000));

describe('hostile expressions', () => {
  it('are refused or searched, quickly, and never break anything', () => {
    const parser = new CronParser();
    for (let times = 0; times < 10_000; times += 1) {
      const text = random.pick([noise, mutated, mutated, mutated, long])();
      try {
        const found = new CronTimes(parser.parse(text)).atOrAfter(Date.UTC(2027, 0, 1) / 1_000);
        expect(Number.isInteger(found)).toBe(true);
      } catch (error) {
        if (!(error instanceof ScheduleInvalid)) throw error;
      }
    }
  }, 5_000);

  it.each([
    0,
    -1,
    Number.NaN,
    true,
    Symbol.iterator,
    () => '* * * * *',
    { toString: () => '* * * * *' },
    10n,
    [],
    new String('* * * * *'),
  ])('are not made from other types than strings (%#)', (value) =>
    expect(() => new CronParser().parse(value)).toThrow(ScheduleInvalid),
  );
});
