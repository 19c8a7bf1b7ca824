import { ConfigurationInvalid } from '@scheduler/contracts';
import { businessCalendar, holidaysOf, regionsOf } from './index.js';

const dates = (region: string, year: number) =>
  holidaysOf({ region, from: year, to: year }).map(({ date }) => date);
const inYear = (year: number, days: string) => days.split(' ').map((day) => `${year}-${day}`);

/** Easter Sunday by the method of Meeus, which knows nothing of the data. */
function easter(year: number): Date {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const [d, e] = [Math.floor(b / 4), b % 4];
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return new Date(Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1));
}

describe('holidaysOf', () => {
  it.each([
    ['DE-BY', 2027, '01-01 01-06 03-26 03-29 05-01 05-06 05-17 05-27 10-03 11-01 12-25 12-26'],
    ['DE-BE', 2026, '01-01 03-08 04-03 04-06 05-01 05-14 05-25 10-03 12-25 12-26'],
    ['FR', 2026, '01-01 04-06 05-01 05-08 05-14 05-25 07-14 08-15 11-01 11-11 12-25'],
    ['GB-ENG', 2027, '01-01 03-26 03-29 05-03 05-31 08-30 12-25 12-26 12-27 12-28'],
    [
      'JP',
      2026,
      '01-01 01-12 02-11 02-23 03-20 04-29 05-03 05-04 05-05 05-06 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23',
    ],
    ['SA', 2027, '02-22 03-09 03-10 03-11 03-12 05-15 05-16 05-17 05-18 09-23'],
  ])('knows the days off of %s in %i', (region, year, days) => {
    expect(dates(region, year)).toEqual(inYear(year, days));
  });

  it('has Good Friday and Easter Monday of a hundred years', () => {
    const all = new Set(holidaysOf({ region: 'DE', from: 2001, to: 2100 }).map(({ date }) => date));
    for (let year = 2001; year <= 2100; year += 1)
      for (const days of [-2, 1]) {
        const date = new Date(easter(year).getTime() + days * 86_400_000).toISOString().slice(0, 10);
        expect([date, all.has(date)]).toEqual([date, true]);
      }
  });

  it('has substitutes of the year after in the year in which they are', () => {
    // 1 January 2028 is a Saturday, so that Friday, 31 December 2027 is free.
    expect(dates('US', 2027)).toContain('2027-12-31');
    expect(dates('US', 2028)).not.toContain('2027-12-31');
  });

  it('leaves half days out, whatever kinds are asked for', () => {
    const kinds = ['public', 'bank'] as const;
    expect(
      holidaysOf({ region: 'DE-BY', from: 2027, to: 2027, kinds }).map(({ date }) => date),
    ).not.toContain('2027-12-24');
  });

  it('gives each day its name and kind', () => {
    expect(holidaysOf({ region: 'de-by', from: 2027, to: 2027 })[1]).toEqual({
      date: '2027-01-06',
      name: 'Heilige Drei Könige',
      kind: 'public',
    });
  });

  it('refuses regions that it does not know, with those that it knows', () => {
    expect(() => dates('XX', 2027)).toThrow(ConfigurationInvalid);
    expect(() => dates('XX', 2027)).toThrow(/is no region whose holidays are known, got "XX"/);
    expect(() => dates('DE-ZZ', 2027)).toThrow(/names no part of 'DE'.*BB, .*BY/s);
    expect(() => dates('DE-BY-A-B', 2027)).toThrow(/'DE-BY-A', which has no parts of its own/);
  });

  it('refuses wrong arguments, also from plain JavaScript', () => {
    const wrong: [unknown, RegExp][] = [
      [undefined, /query/],
      [{ region: 'DE', from: 2027 }, /to/],
      [{ region: 'DE', from: 2027, to: 2026 }, /is before 'from', 2027/],
      [{ region: 'DE', from: 1969, to: 2026 }, /from/],
      [{ region: 'DE', from: 2026, to: 2026, kinds: ['pubic'] }, /kinds/],
      [{ region: 'DE', from: 2026, to: 2026, knids: [] }, /knids/],
      [{ region: 7, from: 2026, to: 2026 }, /region/],
    ];
    for (const [query, problem] of wrong)
      expect(() => holidaysOf(query as Parameters<typeof holidaysOf>[0])).toThrow(problem);
    expect(() => businessCalendar(undefined as unknown as string)).toThrow(/region/);
    expect(() => businessCalendar('DE', { also: ['2027-02-30'] })).toThrow(/is not an existing date/);
    expect(() => regionsOf(7 as unknown as string)).toThrow(ConfigurationInvalid);
  });
});

describe('regionsOf', () => {
  it('names countries and their parts', () => {
    expect(regionsOf().length).toBeGreaterThan(200);
    expect(regionsOf('DE')).toContainEqual({ region: 'DE-BY', name: 'Bayern' });
    expect(regionsOf('DE-BY')).toContainEqual({ region: 'DE-BY-A', name: 'Stadt Augsburg' });
    expect(regionsOf('DE-BY-A')).toEqual([]);
  });

  it('gives only regions that holidaysOf accepts', () => {
    for (const { region } of regionsOf().slice(0, 20)) expect(dates(region, 2027)).not.toEqual([]);
    for (const { region } of regionsOf('NZ')) expect(dates(region, 2027)).toContain('2027-12-25');
  });
});
