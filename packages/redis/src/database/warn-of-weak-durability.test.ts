import { silentLogger } from '@scheduler/contracts';
import type { Redis } from 'ioredis';
import { warnOfWeakDurability } from './warn-of-weak-durability.js';

async function warningsOf(info: string): Promise<readonly string[]> {
  const warnings: string[] = [];
  const logger = { ...silentLogger, warn: (message: string) => void warnings.push(message) };
  await warnOfWeakDurability({ info: async () => info } as unknown as Redis, logger);
  return warnings;
}

describe('the settings of a Redis that holds jobs', () => {
  it('are fine with a log and without eviction (F205)', async () => {
    expect(await warningsOf('maxmemory_policy:noeviction\r\naof_enabled:1\r\n')).toEqual([]);
  });

  it('cause a warning if keys are evicted when memory is full', async () => {
    const [warning, ...others] = await warningsOf('maxmemory_policy:allkeys-lru\r\naof_enabled:1\r\n');
    expect(warning).toContain('maxmemory-policy noeviction');
    expect(others).toEqual([]);
  });

  it('cause a warning if a crash loses the latest writes', async () => {
    const [warning, ...others] = await warningsOf('maxmemory_policy:noeviction\r\naof_enabled:0\r\n');
    expect(warning).toContain('appendonly yes');
    expect(others).toEqual([]);
  });

  it('are not guessed if the server does not report them', async () => {
    expect(await warningsOf('redis_version:7.0.0\r\n')).toEqual([]);
  });
});
