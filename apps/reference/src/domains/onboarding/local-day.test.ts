import { ScheduleInvalid } from '@scheduler/contracts';
import { nextDayAt } from './local-day.js';

describe('nextDayAt', () => {
  it.each([
    ['2027-03-10T12:00:00Z', 'UTC', '2027-03-11T00:00:00Z'],
    ['2027-03-10T12:00:00Z', 'America/New_York', '2027-03-11T05:00:00Z'],
    // In New York it is still the ninth.
    ['2027-03-10T04:30:00Z', 'America/New_York', '2027-03-10T05:00:00Z'],
    // In Auckland it is the eleventh already.
    ['2027-03-10T12:00:00Z', 'Pacific/Auckland', '2027-03-11T11:00:00Z'],
    ['2027-03-10T12:00:00Z', 'Asia/Kathmandu', '2027-03-10T18:15:00Z'],
    // The night in which New York's clocks go forward, and the one in which they go back.
    ['2027-03-14T05:30:00Z', 'America/New_York', '2027-03-15T04:00:00Z'],
    ['2027-11-07T05:30:00Z', 'America/New_York', '2027-11-08T05:00:00Z'],
    ['2027-12-31T23:00:00Z', 'Europe/Berlin', '2028-01-01T23:00:00Z'],
    ['2028-02-28T12:00:00Z', 'UTC', '2028-02-29T00:00:00Z'],
  ])('after %s in %s the next day begins at %s', (now, zone, expected) => {
    expect(nextDayAt(0, new Date(now), zone)).toEqual(new Date(expected));
  });

  it.each([
    ['2027-03-12T15:00:00Z', '2027-03-13T15:00:00Z'],
    // The clocks go forward during the night.
    ['2027-03-13T15:00:00Z', '2027-03-14T14:00:00Z'],
    ['2027-11-06T14:00:00Z', '2027-11-07T15:00:00Z'],
  ])('after %s it is ten in New York at %s', (now, expected) => {
    expect(nextDayAt(10, new Date(now), 'America/New_York')).toEqual(new Date(expected));
  });

  it('names a zone that does not exist', () => {
    const read = () => nextDayAt(10, new Date(0), 'Mars/Olympus');
    expect(read).toThrow(ScheduleInvalid);
    expect(read).toThrow(/zone: is not a time zone, got "Mars\/Olympus"; accepted: an IANA name/);
  });
});
