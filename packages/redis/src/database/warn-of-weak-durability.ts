import type { Logger } from '@scheduler/contracts';
import type { Redis } from 'ioredis';

/** Tells about settings of the server with which jobs get lost. It works with them all the same: they may be meant. */
export async function warnOfWeakDurability(redis: Redis, logger: Logger): Promise<void> {
  const info = await redis.info();
  const value = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1];
  const policy = value('maxmemory_policy');
  if (policy !== undefined && policy !== 'noeviction')
    logger.warn(
      'this Redis throws away keys when its memory is full, jobs too; set maxmemory-policy noeviction',
      {
        policy,
      },
    );
  if (value('aof_enabled') === '0')
    logger.warn(
      'this Redis keeps no log of what is written: a crash loses the latest jobs; set appendonly yes',
    );
}
