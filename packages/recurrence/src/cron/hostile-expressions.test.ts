import { ScheduleInvalid } from '@scheduler/contracts';
import { SeededRandom, seedOfRun } from '../test-support/seeded-random.js';
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
  it('are refused or searched quickly, and fail with no other error', () => {
    const parser = new CronParser();
    const tally = { searched: 0, refused: 0 };
    const started = process.cpuUsage();
    for (let times = 0; times < 10_000; times += 1) {
      const text = random.pick([noise, mutated, mutated, mutated, long])();
      try {
        const found = new CronTimes(parser.parse(text)).atOrAfter(Date.UTC(2027, 0, 1) / 1_000);
        if (!Number.isInteger(found)) throw new Error(`${text} has no next time`);
        tally.searched += 1;
      } catch (error) {
        if (!(error instanceof ScheduleInvalid)) throw error;
        tally.refused += 1;
      }
    }
    expect(tally.searched + tally.refused).toBe(10_000);
    // The CPU time of this process, because other processes may use the machine.
    expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
  });

  it.each(['0 0 30 2 *', '0 0 31 FEB,APR,JUN,SEP,NOV *', '* * * 31W 4,6,9,11 ?', '0 0 L-30 2 *'])(
    'that never match are refused within 50 ms (%s)',
    (text) => {
      const times = [1, 2, 3].map(() => {
        const started = process.cpuUsage();
        expect(() => new CronParser().parse(text)).toThrow('no date matches');
        return process.cpuUsage(started).user;
      });
      expect(Math.min(...times)).toBeLessThan(50_000);
    },
  );

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
