import type { Logger } from '@scheduler/contracts';
import type { Redis } from 'ioredis';

/** Warns of server settings with which jobs can get lost. They are allowed, because they may be intended. */
export async function warnOfWeakDurability(redis: Redis, logger: Logger): Promise<void> {
  const info = await redis.info();
  const value = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1];
  const policy = value('maxmemory_policy');
  if (policy !== undefined && policy !== 'noeviction')
    logger.warn(
      'this Redis evicts keys when its memory is full, including jobs; set maxmemory-policy noeviction',
      {
        policy,
      },
    );
  if (value('aof_enabled') === '0')
    logger.warn('this Redis does not log its writes: a crash loses the latest jobs; set appendonly yes');
}
