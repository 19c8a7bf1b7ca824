import { readInstant, readZone } from './read-instant.js';

const read = (text: string, zone?: string) => readInstant({ text, zone, name: '--at' }).toISOString();

describe('readInstant', () => {
  it.each([
    ['2030-01-31', undefined, '2030-01-31T00:00:00.000Z'],
    ['2030-01-31T09:30', undefined, '2030-01-31T09:30:00.000Z'],
    ['2030-01-31 09:30:15', undefined, '2030-01-31T09:30:15.000Z'],
    ['2030-01-31T09:30:15.25Z', undefined, '2030-01-31T09:30:15.250Z'],
    ['2030-01-31T09:30+02:00', undefined, '2030-01-31T07:30:00.000Z'],
    ['2030-01-31T09:30-0530', undefined, '2030-01-31T15:00:00.000Z'],
    ['2030-01-31T09:30', 'Europe/Berlin', '2030-01-31T08:30:00.000Z'],
    ['2030-07-31T09:30', 'Europe/Berlin', '2030-07-31T07:30:00.000Z'],
    ['2030-07-31T09:30Z', 'Europe/Berlin', '2030-07-31T09:30:00.000Z'],
    ['2030-07-31T09:30', 'Asia/Kathmandu', '2030-07-31T03:45:00.000Z'],
  ])('reads %s in %s', (text, zone, instant) => {
    expect(read(text, zone)).toBe(instant);
  });

  it('takes the first of two instants with the same local time', () => {
    expect(read('2030-10-27T02:30', 'Europe/Berlin')).toBe('2030-10-27T00:30:00.000Z');
  });

  it('refuses a time that the clocks of the zone skip', () => {
    expect(() => read('2030-03-31T02:30', 'Europe/Berlin')).toThrow(
      '--at: "2030-03-31T02:30" does not exist in Europe/Berlin, whose clocks skip it',
    );
  });

  it.each(['tomorrow', '', '2030', '01/02/2030', '2030-01-31T9:30', '1893456000', '2030-01-31T09:30 CET'])(
    'refuses %j and says what is accepted',
    (text) => {
      expect(() => read(text)).toThrow(`--at: ${JSON.stringify(text)} is not a date; accepted: ISO 8601`);
    },
  );

  it.each(['2030-02-30', '2030-13-01', '2030-01-31T25:00', '2030-01-31T09:60'])('refuses %s', (text) => {
    expect(() => read(text)).toThrow('does not exist in the calendar');
  });

  it('refuses an unknown zone by its option', () => {
    expect(() => read('2030-01-31', 'Mars/Base')).toThrow('--zone: "Mars/Base" is not a time zone');
    expect(() => readZone('Mars/Base')).toThrow('accepted: an IANA name');
    expect(readZone(undefined)).toBe('UTC');
  });
});
