import { elapsed, localTime, relativeTime, utcTime, wallClock } from './times.js';

const NOW = new Date('2030-01-01T12:00:00Z');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('relativeTime', () => {
  it.each([
    [0, 'now'],
    [400, 'now'],
    [45 * SECOND, 'in 45 s'],
    [59.7 * SECOND, 'in 1 min'],
    [5 * MINUTE, 'in 5 min'],
    [3 * HOUR, 'in 3 h'],
    [3 * HOUR - 5, 'in 3 h'],
    [23.8 * HOUR, 'in 1 d'],
    [-2 * DAY, '2 d ago'],
    [100 * DAY, 'in 3 mo'],
    [3 * 365.25 * DAY, 'in 3 y'],
  ])('%d ms → %s', (difference, text) => {
    expect(relativeTime(new Date(NOW.getTime() + difference), NOW)).toBe(text);
  });
});

describe('local times', () => {
  it('shows the local time of a zone', () => {
    expect(localTime(NOW, 'Europe/Berlin')).toBe('2030-01-01 13:00:00');
    expect(localTime(new Date('2030-07-01T00:30:00Z'), 'America/New_York')).toBe('2030-06-30 20:30:00');
    expect(utcTime(NOW)).toBe('2030-01-01 12:00:00Z');
  });

  it('shows midnight as 00, not 24', () => {
    expect(localTime(new Date('2030-01-01T23:00:00Z'), 'Europe/Berlin')).toBe('2030-01-02 00:00:00');
  });

  it('falls back to UTC for a zone that this runtime does not know', () => {
    expect(wallClock(NOW, 'Mars/Base')).toBeNull();
    expect(localTime(NOW, 'Mars/Base')).toBe('2030-01-01 12:00:00');
  });
});

describe('elapsed', () => {
  it.each([
    [0, '0 ms'],
    [850, '850 ms'],
    [12_340, '12.3 s'],
    [MINUTE, '1 min'],
    [250 * SECOND, '4 min 10 s'],
    [2 * HOUR + 5 * MINUTE, '2 h 5 min'],
  ])('%d → %s', (milliseconds, text) => {
    expect(elapsed(milliseconds)).toBe(text);
  });
});
