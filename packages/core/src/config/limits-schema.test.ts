import { ConfigurationInvalid } from '@scheduler/contracts';
import type { SchedulerConfigInput } from './config-schema.js';
import { loadConfig } from './load-config.js';

type Rate = NonNullable<NonNullable<SchedulerConfigInput['rateLimits']>['global']>;

describe('rate limits in the configuration (F161)', () => {
  it.each<[Rate, number, number]>([
    ['100/m', 100, 60_000],
    ['10 / s', 10, 1_000],
    ['1000/h', 1_000, 3_600_000],
    ['5/d', 5, 86_400_000],
    ['5/30s', 5, 30_000],
    ['5/PT1H', 5, 3_600_000],
    [{ count: 100, period: '1m' }, 100, 60_000],
    [{ count: 1, period: { hours: 2 } }, 1, 7_200_000],
  ])('reads %j', (given, count, periodMs) => {
    expect(loadConfig({ config: { rateLimits: { global: given } } }).rateLimits.global).toEqual({
      count,
      periodMs,
    });
  });

  it.each([
    '100',
    '100/',
    '/m',
    '0/m',
    '1.5/s',
    '-1/m',
    '100/fortnight',
    '1/10ms',
    100,
    { count: 1 },
    { count: 0, period: '1m' },
  ])('refuses %j', (given) => {
    const load = () => loadConfig({ config: { rateLimits: { queues: { mails: given as never } } } });
    expect(load).toThrow(ConfigurationInvalid);
    expect(load).toThrow(/rateLimits\.queues\.mails/);
  });

  it('names the variable that a wrong rate came from', () => {
    const load = () => loadConfig({ env: { SCHEDULER_RATE_LIMIT_QUEUES: 'mails=many' } });
    expect(load).toThrow(
      /SCHEDULER_RATE_LIMIT_QUEUES \(rateLimits\.queues\.mails\): is not a rate, got "many"/,
    );
  });

  it('refuses names that no queue or type can have', () => {
    expect(() => loadConfig({ config: { rateLimits: { queues: { 'no spaces': '1/s' } } } })).toThrow(
      ConfigurationInvalid,
    );
    expect(() => loadConfig({ config: { rateLimits: { types: { 'No Type': '1/s' } } } })).toThrow(
      ConfigurationInvalid,
    );
  });
});
