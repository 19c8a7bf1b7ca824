import { StoreUnavailable } from '../errors/errors.js';
import type { Logger } from '../host/logger.js';
import { OutageLog } from './outage-log.js';

function scene() {
  const lines: string[] = [];
  const write = (level: string) => (message: string, fields?: object) =>
    void lines.push(`${level}: ${message} ${JSON.stringify(fields)}`);
  const logger: Logger = {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
  const clock = { now: 0, monotonicMs: () => clock.now };
  return { lines, clock, logger, outages: OutageLog.of(logger, clock) };
}

const away = new StoreUnavailable('postgres', 'does not answer');

describe('OutageLog', () => {
  it('logs one line when the store is away and one with the length when it is back, whatever was tried', () => {
    const { lines, clock, outages } = scene();
    for (let second = 0; second < 10; second += 1) {
      outages.failed({ activity: 'tick', message: 'tick failed', error: away });
      outages.failed({ activity: 'heartbeat', message: 'heartbeat failed', error: away });
      clock.now += 1_000;
    }
    outages.worked('heartbeat');
    outages.worked('tick');
    expect(lines).toEqual([
      expect.stringMatching(/^error: the postgres store cannot be used .*"during":"tick"/),
      'warn: the store can be used again {"outageMs":10000,"failures":20}',
    ]);
  });

  it('keeps other failures apart, and logs each of them again after it has worked', () => {
    const { lines, outages } = scene();
    const fail = (activity: string) =>
      outages.failed({ activity, message: `${activity} failed`, level: 'warn', error: new Error('odd') });
    fail('tick');
    fail('election');
    fail('tick');
    outages.worked('tick');
    fail('tick');
    expect(lines.map((line) => line.split(' {')[0])).toEqual([
      'warn: tick failed',
      'warn: election failed',
      'warn: tick works again',
      'warn: tick failed',
    ]);
  });

  it('is one for all parts that share a logger', () => {
    const { logger, clock, outages } = scene();
    expect(OutageLog.of(logger, clock)).toBe(outages);
  });
});
