import { ScheduleInvalid } from '../errors/errors.js';
import { minute } from '../test-support/samples.js';
import { hasInstants, isOneOff, trigger, TRIGGER_KINDS, WEEKDAYS } from './trigger.js';

const calendarDefaults = {
  kind: 'calendar',
  every: 1,
  zone: 'UTC',
  dst: { gap: 'after', repeat: 'first' },
  weekdays: [],
  month: null,
  dayOfMonth: null,
  nthWeekday: null,
  overflow: 'clamp',
  anchor: null,
};

describe('trigger', () => {
  it.each([
    ['once (F22)', trigger.once(minute(5)), { kind: 'once', at: minute(5) }],
    ['now (F23)', trigger.now(), { kind: 'now' }],
    [
      'cron, in UTC by default (F47)',
      trigger.cron('0 9 * * *'),
      { kind: 'cron', expressions: ['0 9 * * *'], zone: 'UTC', dst: { gap: 'after', repeat: 'first' } },
    ],
    [
      'cron with several expressions (F25), a zone and half a DST policy',
      trigger.cron(['0 9 * * *', '0 17 * * *'], { zone: 'Europe/Berlin', dst: { repeat: 'both' } }),
      {
        kind: 'cron',
        expressions: ['0 9 * * *', '0 17 * * *'],
        zone: 'Europe/Berlin',
        dst: { gap: 'after', repeat: 'both' },
      },
    ],
    ['every (F21)', trigger.every('15m'), { kind: 'every', durationMs: 900_000, anchor: null }],
    [
      'every from an anchor',
      trigger.every({ hours: 1 }, { anchor: minute(0) }),
      { kind: 'every', durationMs: 3_600_000, anchor: minute(0) },
    ],
    ['daily (F27)', trigger.daily({ at: '09:00' }), { ...calendarDefaults, unit: 'day', at: '09:00' }],
    [
      'every second day, from an anchor',
      trigger.daily({ at: '09:00', every: 2, anchor: minute(0) }),
      { ...calendarDefaults, unit: 'day', at: '09:00', every: 2, anchor: minute(0) },
    ],
    [
      'weekly on one day',
      trigger.weekly({ on: 'monday', at: '08:30' }),
      { ...calendarDefaults, unit: 'week', at: '08:30', weekdays: ['monday'] },
    ],
    [
      'weekly on several days in a zone',
      trigger.weekly({ on: ['monday', 'friday'], at: '08:30', zone: 'America/New_York' }),
      {
        ...calendarDefaults,
        unit: 'week',
        at: '08:30',
        weekdays: ['monday', 'friday'],
        zone: 'America/New_York',
      },
    ],
    [
      'monthly on a day that may be missing',
      trigger.monthly({ day: 31, at: '02:00', overflow: 'skip', dst: { gap: 'skip' } }),
      {
        ...calendarDefaults,
        unit: 'month',
        at: '02:00',
        dayOfMonth: 31,
        overflow: 'skip',
        dst: { gap: 'skip', repeat: 'first' },
      },
    ],
    [
      'monthly on the last Friday',
      trigger.monthly({ nthWeekday: { nth: 'last', weekday: 'friday' }, at: '17:00' }),
      {
        ...calendarDefaults,
        unit: 'month',
        at: '17:00',
        nthWeekday: { nth: 'last', weekday: 'friday' },
      },
    ],
    [
      'yearly',
      trigger.yearly({ month: 12, day: 24, at: '12:00' }),
      { ...calendarDefaults, unit: 'year', at: '12:00', month: 12, dayOfMonth: 24 },
    ],
    [
      'rrule',
      trigger.rrule('FREQ=DAILY', { zone: 'Europe/Berlin', dst: { gap: 'skip' } }),
      {
        kind: 'rrule',
        rule: 'FREQ=DAILY',
        zone: 'Europe/Berlin',
        dst: { gap: 'skip', repeat: 'first' },
        anchor: null,
      },
    ],
    ['event', trigger.event('user:signup'), { kind: 'event', name: 'user:signup' }],
    ['reboot (F26)', trigger.reboot(), { kind: 'reboot' }],
    ['reboot of a node', trigger.reboot({ scope: 'node' }), { kind: 'reboot' }],
    ['reboot of the cluster', trigger.reboot({ scope: 'cluster' }), { kind: 'reboot', scope: 'cluster' }],
  ])('%s', (_, built, expected) => {
    expect(built).toEqual(expected);
  });

  it('refuses an interval that is not a duration, and names it', () => {
    expect(() => trigger.every('often')).toThrow(ScheduleInvalid);
    expect(() => trigger.every('often')).toThrow('trigger.every: is not a duration, got "often"');
  });

  it('is one-off for once and now only', () => {
    const all = [
      trigger.once(minute(0)),
      trigger.now(),
      trigger.cron('* * * * *'),
      trigger.every('1m'),
      trigger.daily({ at: '00:00' }),
      trigger.event('x'),
      trigger.reboot(),
    ];
    expect(TRIGGER_KINDS).toEqual(expect.arrayContaining(all.map(({ kind }) => kind)));
    expect(all.filter(isOneOff).map(({ kind }) => kind)).toEqual(['once', 'now']);
  });

  it.each([
    ...[trigger.now(), trigger.once(minute(0)), trigger.cron('* * * * *'), trigger.every('1m')].map(
      (made) => [made.kind, made, true] as const,
    ),
    ...[trigger.daily({ at: '00:00' }), trigger.rrule('FREQ=DAILY')].map(
      (made) => [made.kind, made, true] as const,
    ),
    ['event', trigger.event('x'), false] as const,
    ['reboot', trigger.reboot(), false] as const,
  ])('knows whether %s has instants of its own', (_, made, expected) => {
    expect(hasInstants(made)).toBe(expected);
  });

  it('counts weeks from Monday', () => {
    expect(WEEKDAYS[0]).toBe('monday');
    expect(WEEKDAYS).toHaveLength(7);
  });
});
