import { loadConfig, type SchedulerConfigInput } from '@scheduler/core';
import { redisStore } from './descriptions.js';

const stores = [redisStore] as const;
const load = (env: Readonly<Record<string, string>> = {}) => loadConfig({ env, stores });

describe('the store of this package in a configuration', () => {
  it('is Redis alone, on its usual port where no URL is given (F201, F205)', () => {
    const env = { SCHEDULER_STORE: 'redis' };
    const redis = { url: 'redis://localhost:6379', keyPrefix: 'scheduler:', db: null, eventLog: false };
    expect(load(env)).toMatchObject({ store: 'redis', queue: 'store', redis });
    const url = 'rediss://cache:6380/2';
    expect(load({ ...env, SCHEDULER_REDIS_URL: url }).redis.url).toBe(url);
  });

  it.each([
    ['SCHEDULER_REDIS_URL', 'redis://cache:1', 'redis.url', 'redis://cache:1'],
    ['SCHEDULER_REDIS_KEY_PREFIX', 'jobs:', 'redis.keyPrefix', 'jobs:'],
    ['SCHEDULER_REDIS_DB', '3', 'redis.db', 3],
    ['SCHEDULER_REDIS_EVENT_LOG', 'true', 'redis.eventLog', true],
  ])('reads %s (F245)', (name, text, path, value) => {
    expect(load()).not.toHaveProperty(path, value);
    expect(load({ [name]: text })).toHaveProperty(path, value);
  });

  it.each<[object, string]>([
    [{ redis: { db: -1 } }, 'redis.db: is too small, got -1'],
    [{ redis: { url: 'localhost:6379' } }, 'redis.url: is not a URL for this store'],
  ])('refuses %j', (config, message) => {
    expect(() => loadConfig({ config: config as SchedulerConfigInput, stores })).toThrow(message);
  });

  it.each([
    ['SCHEDULER_REDIS_DB', 'first', 'SCHEDULER_REDIS_DB: cannot be read, got "first"; accepted: a number'],
    ['SCHEDULER_STORE', 'valkey', "did you mean 'redis'?"],
  ])('refuses %s=%s', (name, text, message) => {
    expect(() => load({ [name]: text })).toThrow(message);
  });

  it.each(['me:hunter2@cache:6379', `redis://me:hunter2@${'x'.repeat(2_000)}`])(
    'does not show a connection URL that is refused',
    (text) => {
      const refused = () => load({ SCHEDULER_REDIS_URL: text });
      expect(refused).toThrow('SCHEDULER_REDIS_URL');
      expect(refused).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') }));
    },
  );
});
