import { ScheduleInvalid, trigger, type Trigger } from '@scheduler/contracts';
import { createRecurrenceEngine } from '../recurrence-engine.js';

const engine = createRecurrenceEngine();

describe('a cron trigger in words', () => {
  it.each([
    ['* * * * * *', 'every second'],
    ['*/10 * * * * *', 'every 10 seconds'],
    ['* * * * *', 'every minute'],
    ['30 * * * * *', 'every minute (at second 30)'],
    ['*/15 * * * *', 'every 15 minutes'],
    ['0,30 * * * *', 'every 30 minutes'],
    ['*/7 * * * *', 'at minutes 0, 7, 14, 21, 28, 35, 42, 49 and 56 of every hour'],
    ['5,25 * * * *', 'at minutes 5 and 25 of every hour'],
    ['@hourly', 'every hour (at minute 0)'],
    ['20 * * * *', 'every hour (at minute 20)'],
    ['0 */6 * * *', 'every 6 hours (at minute 0)'],
    ['0 */5 * * *', 'at 00:00, 05:00, 10:00, 15:00 and 20:00 every day, UTC'],
    ['0 9 * * *', 'at 09:00 every day, UTC'],
    ['15 30 9 * * *', 'at 09:30:15 every day, UTC'],
    ['0 9,17 * * *', 'at 09:00 and 17:00 every day, UTC'],
    ['0 9 * * 1-5', 'at 09:00 on weekdays, UTC'],
    ['0 9 * * 0,6', 'at 09:00 on weekends, UTC'],
    ['0 9 * * MON', 'at 09:00 on Monday, UTC'],
    ['0 9 * * FRI-MON', 'at 09:00 on Monday and Friday to Sunday, UTC'],
    ['0 9 * * 2,4', 'at 09:00 on Tuesday and Thursday, UTC'],
    ['*/15 9-17 * * 1-5', 'every 15 minutes from 09:00 to 17:45 on weekdays, UTC'],
    ['0 9-17 * * *', 'every hour from 09:00 to 17:00, UTC'],
    ['* 9 * * *', 'every minute from 09:00 to 09:59, UTC'],
    ['*/10 22-2 * * *', 'at minutes 0, 10, 20, 30, 40 and 50 of hours 0 to 2, 22 and 23 every day, UTC'],
    ['0-59 0-23 * * *', 'at every minute of every hour every day, UTC'],
    ['0 0-23 * * *', 'at minute 0 of every hour every day, UTC'],
    ['0 2 L * *', 'at 02:00 on the last day of the month, UTC'],
    ['0 2 L-3 * *', 'at 02:00 on the 3rd day before the last of the month, UTC'],
    ['0 2 15W * *', 'at 02:00 on the weekday nearest to the 15th of the month, UTC'],
    ['0 2 LW * *', 'at 02:00 on the last weekday of the month, UTC'],
    ['0 2 1,15 * *', 'at 02:00 on the 1st and 15th of the month, UTC'],
    ['0 2 1-7 * *', 'at 02:00 on the 1st to 7th of the month, UTC'],
    ['0 2 * * 5L', 'at 02:00 on the last Friday of the month, UTC'],
    ['0 2 * * MON#2', 'at 02:00 on the 2nd Monday of the month, UTC'],
    ['0 2 * * MON#1,MON#3', 'at 02:00 on the 1st Monday and the 3rd Monday of the month, UTC'],
    ['@yearly', 'at 00:00 on 1 January, UTC'],
    ['0 0 29 2 *', 'at 00:00 on 29 February, UTC'],
    ['0 0 1 1,7 *', 'at 00:00 on the 1st of the month in January and July, UTC'],
    ['0 0 * 6-8 *', 'at 00:00 every day in June to August, UTC'],
    ['0 0 13 * FRI', 'at 00:00 on the 13th of the month or on Friday, UTC'],
    ['0 0 13 * 0-6', 'at 00:00 on the 13th of the month or on every day, UTC'],
    ['0 0 */10 * FRI', 'at 00:00 on the 1st, 11th, 21st and 31st of the month if that is Friday, UTC'],
    ['0 0 1 1 MON', 'at 00:00 on the 1st of the month or on Monday in January, UTC'],
    ['*/20 * * * * MON', 'every 20 seconds on Monday, UTC'],
  ])('%s: %s', (expression, words) => {
    expect(engine.describe(trigger.cron(expression))).toBe(words);
  });

  it('names its zone where that matters', () => {
    const zone = 'Europe/Berlin';
    expect(engine.describe(trigger.cron('0 9 * * MON-FRI', { zone }))).toBe(
      'at 09:00 on weekdays, Europe/Berlin',
    );
    expect(engine.describe(trigger.cron('*/15 * * * *', { zone }))).toBe('every 15 minutes');
    expect(engine.describe(trigger.cron('0 */6 * * *', { zone }))).toBe(
      'every 6 hours (at minute 0), Europe/Berlin',
    );
    const kathmandu = 'Asia/Kathmandu';
    expect(engine.describe(trigger.cron('20 * * * *', { zone: kathmandu }))).toBe(
      'every hour (at minute 20), Asia/Kathmandu',
    );
    expect(engine.describe(trigger.cron('* * * * *', { zone: kathmandu }))).toBe('every minute');
    expect(engine.describe(trigger.cron('0-59 0-23 * * *', { zone }))).toBe(
      'at every minute of every hour every day, Europe/Berlin',
    );
    expect(engine.describe(trigger.cron('@daily', { zone: 'Etc/UTC' }))).toBe('at 00:00 every day, UTC');
  });

  it('joins several expressions', () => {
    expect(engine.describe(trigger.cron(['0 9 * * 1-5', '0 11 * * 0,6']))).toBe(
      'at 09:00 on weekdays; and at 11:00 on weekends, UTC',
    );
  });
});

describe('any trigger in words', () => {
  const zone = 'America/New_York';
  const at = '08:30';
  it.each<[string, Trigger]>([
    ['once at 2030-01-01 00:00:00 UTC', trigger.once(new Date('2030-01-01T00:00:00Z'))],
    ['once at 2030-01-01 00:00:00.500 UTC', trigger.once(new Date('2030-01-01T00:00:00.5Z'))],
    ['once, immediately', trigger.now()],
    ['every 5 minutes', trigger.every('5m')],
    ['every hour', trigger.every('1h')],
    ['every 1 hour 30 minutes', trigger.every('1h30m')],
    ['every 14 days', trigger.every('2w')],
    ['every 1 second 500 milliseconds', trigger.every(1_500)],
    ['daily at 10:00, America/New_York', trigger.daily({ at: '10:00', zone })],
    ['every 3 days at 10:00:30, UTC', trigger.daily({ at: '10:00:30', every: 3 })],
    ['weekly on the weekday of its start at 08:30, UTC', trigger.weekly({ at })],
    [
      'every 2 weeks on Monday and Friday at 08:30, UTC',
      trigger.weekly({ at, on: ['monday', 'friday'], every: 2 }),
    ],
    ['monthly on the day of its start at 08:30, UTC', trigger.monthly({ at })],
    ['monthly on the 3rd at 08:30, UTC', trigger.monthly({ at, day: 3 })],
    [
      'monthly on the 31st (or the last day of a shorter month) at 08:30, UTC',
      trigger.monthly({ at, day: 31 }),
    ],
    [
      'monthly on the 31st (only in months that have it) at 08:30, UTC',
      trigger.monthly({ at, day: 31, overflow: 'skip' }),
    ],
    [
      'monthly on the 2nd Tuesday at 08:30, UTC',
      trigger.monthly({ at, nthWeekday: { nth: 2, weekday: 'tuesday' } }),
    ],
    [
      'monthly on the last Sunday at 08:30, UTC',
      trigger.monthly({ at, nthWeekday: { nth: 'last', weekday: 'sunday' } }),
    ],
    ['yearly on the date of its start at 08:30, UTC', trigger.yearly({ at })],
    ['yearly on the 5th of the month of its start at 08:30, UTC', trigger.yearly({ at, day: 5 })],
    ['yearly on the day of its start in May at 08:30, UTC', trigger.yearly({ at, month: 5 })],
    ['yearly on 30 April at 08:30, UTC', trigger.yearly({ at, month: 4, day: 30 })],
    [
      'yearly on 29 February (or the last day of a shorter month) at 08:30, UTC',
      trigger.yearly({ at, month: 2, day: 29 }),
    ],
    [
      'yearly on the 4th Thursday of November at 08:30, UTC',
      trigger.yearly({ at, month: 11, nthWeekday: { nth: 4, weekday: 'thursday' } }),
    ],
    ['whenever the event "order.paid" is published', trigger.event('order.paid')],
    ['whenever a node starts', trigger.reboot()],
  ])('%s', (words, what) => {
    expect(engine.describe(what)).toBe(words);
  });

  it.each<[string, unknown]>([
    ['cron', { ...trigger.cron('61 * * * *') }],
    ['no cron', { ...trigger.cron([]) }],
    ['once', trigger.once(new Date(Number.NaN))],
    ['every', { kind: 'every', durationMs: 5, anchor: null }],
    ['calendar', trigger.daily({ at: '25:00' })],
    ['zone', trigger.daily({ at: '10:00', zone: 'x' })],
    ['kind', { kind: 'lunar' }],
  ])('is refused where it cannot be: %s', (_, what) => {
    expect(() => engine.describe(what as Trigger)).toThrow(ScheduleInvalid);
  });
});
