import { ScheduleInvalid } from '../errors/errors.js';
import { jobRequest } from './job-request.js';
import { trigger } from '../jobs/trigger.js';

const at = new Date('2030-01-01T00:00:00Z');
const daily = trigger.daily({ at: '09:00' });

describe('jobRequest (F13)', () => {
  const request = jobRequest('sales').type('export_report');

  it('builds a definition step by step', () => {
    const built = request
      .cron('0 9 * * MON', { zone: 'Europe/Berlin' })
      .payload({ report: 'sales' })
      .options({ queue: 'reports', maxRetries: 1 })
      .options({ maxRetries: 2 })
      .build();
    expect(built).toEqual({
      id: 'sales',
      type: 'export_report',
      trigger: trigger.cron('0 9 * * MON', { zone: 'Europe/Berlin' }),
      payload: { report: 'sales' },
      queue: 'reports',
      maxRetries: 2,
    });
  });

  it.each([
    ['cron', request.cron(['0 9 * * *', '@hourly']), trigger.cron(['0 9 * * *', '@hourly'])],
    ['every', request.every('5m', { anchor: at }), trigger.every('5m', { anchor: at })],
    ['at', request.at(at), trigger.once(at)],
    ['now', request.now(), trigger.now()],
    ['when', request.when(daily), daily],
  ])('sets the trigger by %s', (_name, builder, expected) => {
    expect(builder.build().trigger).toEqual(expected);
  });

  it('does not change a builder, so that others can start from it', () => {
    expect(request.now().build().payload).toBeUndefined();
    expect(request.now().payload(1).build().payload).toBe(1);
    expect(request.now().build().payload).toBeUndefined();
    expect(request.every('1h').build().trigger.kind).toBe('every');
  });

  it('refuses to build an incomplete definition, and names everything that is missing', () => {
    const build = () => jobRequest('').build();
    expect(build).toThrow(ScheduleInvalid);
    expect(build).toThrow(
      /type: is missing; accepted: .*; trigger: is missing; accepted: \.cron.*; id: is empty/,
    );
    expect(() => jobRequest('a').now().build()).toThrow(/^type: is missing/);
    expect(() => jobRequest('a').type('x').build()).toThrow(/^trigger: is missing/);
    expect(() => jobRequest('a').type('not good').now().build()).toThrow(/^type: is not a job type/);
  });

  it('refuses two triggers', () => {
    expect(() => request.now().every('5m').build()).toThrow(
      /^trigger: is given more than once, got "now, every"/,
    );
  });
});
