import { readClock } from '../test-support/brute-force-walker.js';
import { SeededRandom, seedOfRun } from '../test-support/seeded-random.js';
import { ZoneCatalog } from './zone.js';

const random = new SeededRandom(seedOfRun());
const zones = new ZoneCatalog();
const seconds = (text: string) => Date.parse(text) / 1_000;

function spanOf(zone: string, at: string) {
  const { start, end, before, offset, after } = zones.get(zone).timeline.spanAt(seconds(at));
  return { start: iso(start), end: iso(end), before, offset, after };
}

const iso = (second: number) => new Date(second * 1_000).toISOString().slice(0, 19);

describe('the offsets of a zone', () => {
  it('are those of the system, in any year and any zone', () => {
    const names = Intl.supportedValuesOf('timeZone');
    for (let times = 0; times < 600; times += 1) {
      const zone = random.pick(names);
      const second = random.between(Date.UTC(1970, 0, 1) / 1_000, Date.UTC(2400, 0, 1) / 1_000);
      const { offset } = zones.get(zone).timeline.spanAt(second);
      const shown = readClock(zone, second * 1_000) / 1_000;
      expect({ zone, at: iso(second), offset }).toEqual({ zone, at: iso(second), offset: shown - second });
    }
  });

  it('change at the very second', () => {
    expect(spanOf('America/New_York', '2027-03-14T06:59:59Z')).toMatchObject({
      end: '2027-03-14T07:00:00',
      after: -14_400,
    });
    expect(spanOf('America/New_York', '2027-03-14T07:00:00Z')).toEqual({
      start: '2027-03-14T07:00:00',
      end: '2027-11-07T06:00:00',
      before: -18_000,
      offset: -14_400,
      after: -18_000,
    });
  });

  it.each([
    ['half an hour', 'Australia/Lord_Howe', '2027-04-03T15:00:00Z', 39_600, 37_800],
    ['for Ramadan', 'Africa/Casablanca', '2027-02-07T02:00:00Z', 3_600, 0],
    ['over a whole day', 'Pacific/Apia', '2011-12-30T10:00:00Z', -36_000, 50_400],
    ['on the first second of a year', 'Asia/Kathmandu', '1985-12-31T18:30:00Z', 19_800, 20_700],
    ['for one week', 'America/Recife', '2000-10-15T02:00:00Z', -7_200, -10_800],
    ['by odd seconds', 'Africa/Monrovia', '1972-01-07T00:44:30Z', -2_670, 0],
    ['long after the tz data ends', 'Europe/Berlin', '2399-03-28T01:00:00Z', 3_600, 7_200],
  ])('%s', (_, zone, at, ...[before, offset]) => {
    expect(spanOf(zone, at)).toMatchObject({ start: at.slice(0, 19), before, offset });
  });

  it('have no end and no beginning', () => {
    const { timeline } = zones.get('Europe/Berlin');
    expect(timeline.spanAt(-8_640_000_000_000).offset).toBe(
      timeline.spanAt(seconds('1849-01-01T00:00:00Z')).offset,
    );
    expect(timeline.spanAt(8_640_000_000_000).offset).toBe(7_200);
  });

  it('are cached up to a limit', () => {
    const { timeline } = zones.get('Europe/Madrid');
    for (let year = 1_900; year < 4_000; year += 1) timeline.spanAt(Date.UTC(year, 6, 1) / 1_000);
    expect(timeline.spanAt(seconds('3999-07-01T00:00:00Z')).offset).toBe(7_200);
  });
});
