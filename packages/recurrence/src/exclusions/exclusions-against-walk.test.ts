import { type BusinessCalendar, type Exclusions, trigger, WEEKDAYS } from '@scheduler/contracts';
import { SeededRandom, seedOfRun } from '../test-support/seeded-random.js';
import { createRecurrenceEngine } from '../recurrence-engine.js';

/** Moves every nominal instant on its own, in UTC, and sorts the results: slow, but too simple to be wrong. */
const random = new SeededRandom(seedOfRun());
const DAY = 86_400_000;
const START = Date.UTC(2027, 0, 4);

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const weekdayOf = (at: number) => WEEKDAYS[(new Date(at).getUTCDay() + 6) % 7];

function randomExclusions(): { readonly exclusions: Exclusions; readonly calendar: BusinessCalendar } {
  const dates = () =>
    Array.from({ length: random.between(0, 8) }, () => dateOf(START + random.between(0, 30) * DAY));
  const from = random.between(0, 22);
  const hour = (value: number) => `${String(value).padStart(2, '0')}:00`;
  const hours = {
    weekdays: [random.pick(WEEKDAYS)],
    from: hour(from),
    to: hour(random.between(from + 1, 24)),
  };
  return {
    calendar: { weekend: random.chance(0.7) ? ['saturday', 'sunday'] : [], holidays: dates() },
    exclusions: {
      dates: dates(),
      hours: random.chance(0.5) ? [hours] : [],
      calendar: 'business',
      shift: random.pick(['skip', 'previous', 'next']),
    },
  };
}

function expectedOf(
  nominal: readonly number[],
  { exclusions, calendar }: ReturnType<typeof randomExclusions>,
) {
  const isDayOff = (at: number) =>
    exclusions.dates.includes(dateOf(at)) ||
    calendar.holidays.includes(dateOf(at)) ||
    calendar.weekend.some((weekday) => weekday === weekdayOf(at));
  const isHourOff = (at: number) => {
    const time = new Date(at).toISOString().slice(11, 16);
    return exclusions.hours.some(
      ({ weekdays, from, to }) => weekdays.some((day) => day === weekdayOf(at)) && time >= from && time < to,
    );
  };
  const moved = nominal.flatMap((at) => {
    if (!isDayOff(at)) return isHourOff(at) ? [] : [at];
    if (exclusions.shift === 'skip' || isHourOff(at)) return [];
    let target = at;
    while (isDayOff(target)) target += exclusions.shift === 'next' ? DAY : -DAY;
    return isHourOff(target) ? [] : [target];
  });
  return [...new Set(moved)].sort((one, other) => one - other);
}

describe('exclusions against moving each instant by itself', () => {
  it('agree, wherever the search begins', () => {
    for (let times = 0; times < 120; times += 1) {
      const setting = randomExclusions();
      const engine = createRecurrenceEngine({ calendars: { business: setting.calendar } });
      const what = random.chance(0.7)
        ? trigger.cron(
            `${random.between(0, 59)} ${random.pick(['*', '*/5', '9', '3,9,20'])} ${random.pick(['*', '*/3', '1-20'])} * *`,
          )
        : trigger.every(random.between(1, 200) * 977_351, { anchor: new Date(START - 40 * DAY) });
      const request = { trigger: what, anchor: new Date(START), startAt: null, endAt: null };
      const plain = engine.compile(request);
      const nominal: number[] = [];
      for (let at = plain.next(new Date(START - 40 * DAY)); at !== null && at.getTime() < START + 80 * DAY;) {
        nominal.push(at.getTime());
        at = plain.next(at);
      }
      const inside = (at: number) => at > START && at < START + 40 * DAY;
      const expected = expectedOf(nominal, setting).filter(inside);
      const excluded = engine.compile({ ...request, exclusions: setting.exclusions });
      const found: number[] = [];
      for (
        let at = excluded.next(new Date(START));
        at !== null && inside(at.getTime());
        at = excluded.next(at)
      ) {
        found.push(at.getTime());
      }
      const about = { what, setting };
      expect({ about, found }).toEqual({ about, found: expected });
      const after = START + random.between(0, 39 * DAY);
      expect(excluded.next(new Date(after))?.getTime()).toBe(
        expectedOf(nominal, setting).find((at) => at > after),
      );
      const count = excluded.countBetween?.(new Date(after), new Date(START + 40 * DAY - 1));
      if (count !== undefined) expect(count).toBe(expected.filter((at) => at >= after).length);
    }
  });
});
