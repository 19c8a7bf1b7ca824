import {
  Daily,
  EveryMinute,
  Hourly,
  Monthly,
  ScheduleInvalid,
  trigger,
  Weekly,
  Yearly,
} from '@scheduler/contracts';
import * as recurrence from './index.js';

const { parseCron } = recurrence;

const from = new Date('2027-06-15T10:30:00Z');
const after = (expression: string) => parseCron(expression).next(from)?.toISOString();

describe('parseCron (F42, F284)', () => {
  it('finds the next instant after a date', () => {
    const schedule = parseCron('0 9 * * MON-FRI', { zone: 'Europe/Berlin' });
    expect(schedule.next(from)).toEqual(new Date('2027-06-16T07:00:00Z'));
    expect(schedule).toMatchObject({ expressions: ['0 9 * * MON-FRI'], zone: 'Europe/Berlin' });
    expect(schedule.describe()).toBe('at 09:00 on weekdays, Europe/Berlin');
  });

  it('is the union of several expressions', () => {
    expect(parseCron(['0 12 * * *', '0 11 * * *']).next(from)).toEqual(new Date('2027-06-15T11:00:00Z'));
  });

  it.each([
    ['EveryMinute', EveryMinute, '2027-06-15T10:31:00.000Z'],
    ['Hourly', Hourly, '2027-06-15T11:00:00.000Z'],
    ['Daily', Daily, '2027-06-16T00:00:00.000Z'],
    ['Weekly', Weekly, '2027-06-20T00:00:00.000Z'],
    ['Monthly', Monthly, '2027-07-01T00:00:00.000Z'],
    ['Yearly', Yearly, '2028-01-01T00:00:00.000Z'],
  ])('knows the schedule %s by name (F41)', (_, expression, next) => {
    expect(after(expression)).toBe(next);
  });

  it.each([['61 * * * *'], ['0 0 30 2 *'], [''], [undefined], [5], [{}]])('refuses %j', (expression) => {
    expect(() => parseCron(expression as string)).toThrow(ScheduleInvalid);
  });

  it('refuses a zone that does not exist', () => {
    expect(() => parseCron('0 9 * * *', { zone: 'Mars/Base' })).toThrow(ScheduleInvalid);
  });
});

describe('the modules of cron (F43)', () => {
  it('are loaded with the first cron trigger, and not before', () => {
    const loaded: string[] = [];
    jest.isolateModules(() => {
      for (const module of ['parse-cron', 'compile-cron', 'cron-times'])
        jest.doMock(`./cron/${module}.js`, () => {
          loaded.push(module);
          return jest.requireActual(`./cron/${module}.js`);
        });
      const { createRecurrenceEngine } = jest.requireActual<typeof recurrence>('./index.js');
      const engine = createRecurrenceEngine();
      const request = { anchor: from, startAt: null, endAt: null };
      const every = trigger.every('5m');
      expect(engine.compile({ trigger: every, ...request }).next(from)).not.toBeNull();
      engine.describe(trigger.daily({ at: '09:00' }));
      engine.describe(trigger.rrule('FREQ=DAILY'));
      expect(loaded).toEqual([]);
      engine.compile({ trigger: trigger.cron('0 9 * * *'), ...request });
      expect(loaded).toContain('parse-cron');
    });
  });
});
