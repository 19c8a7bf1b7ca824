import type { ScheduledJob } from '@scheduler/contracts';
import { buildJob, type StoreHarness } from '@scheduler/testing';
import { Redis } from 'ioredis';
import { onRedis } from '../test-support/on-redis.js';
import { baseOf } from '../database/redis-database.js';

const CORRUPTIONS: readonly (readonly [field: string, value: string])[] = [
  ['payload', '{"canary'],
  ['payload', '{"__proto__":{"polluted":true}}'],
  ['payload', '{"constructor":{"prototype":{"polluted":true}}}'],
  ['d', 'canary'],
  ['d', 'null'],
  ['d', '{"trigger":{"kind":"canary"},"tags":[],"metadata":{}}'],
  ['d', '{"tags":"canary","metadata":{}}'],
  ['d', '{"tags":[],"metadata":"canary"}'],
  ['status', 'canary'],
];

onRedis((redis) => {
  let harness: StoreHarness;
  let client: Redis;
  let corrupt: ScheduledJob;
  let sound: ScheduledJob;

  const schedules = () => harness.store.schedules;
  const stored = ({ id }: ScheduledJob) => schedules().get({ id, tenant: null });
  const list = (statuses: readonly ScheduledJob['status'][]) =>
    schedules().list({
      tenant: null,
      statuses,
      sortBy: 'createdAt',
      sortOrder: 'asc',
      limit: 10,
      offset: 0,
    });

  describe.each(CORRUPTIONS)('a job with the field %s %s', (field, value) => {
    beforeEach(async () => {
      const keyPrefix = redis.newPrefix();
      harness = await redis.storeHarness(keyPrefix);
      await harness.store.open();
      const now = await schedules().now();
      const earlier = new Date(now.getTime() - 60_000);
      corrupt = buildJob(now, { tenant: 'a', payload: { a: 1 }, nextRunAt: earlier });
      sound = buildJob(now);
      await schedules().add({ jobs: [corrupt, sound] });
      client = new Redis(redis.url);
      await client.hset(`${baseOf(keyPrefix)}j:${corrupt.id}`, field, value);
    });

    afterEach(async () => {
      client.disconnect();
      await harness.store.close();
      await harness.close?.();
    });

    it('is paused with a reason when it is due, and the others fire', async () => {
      const { jobs } = await schedules().findDue({ limit: 10 });
      expect(jobs.map(({ id }) => id)).toEqual([sound.id]);
      expect(await stored(corrupt)).toMatchObject({
        status: 'paused',
        statusReason: `quarantined: its hash is corrupt (${field})`,
        revision: corrupt.revision + 1,
      });
      expect((await list(['paused'])).items.map(({ id }) => id)).toEqual([corrupt.id]);
      expect((await list(['active'])).items.map(({ id }) => id)).toEqual([sound.id]);
      expect((await schedules().nextDueAt())?.getTime()).toBe(sound.nextRunAt?.getTime());
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    });

    it('can be read, listed and removed like any other, without showing the corrupt value', async () => {
      const read = await stored(corrupt);
      expect(read?.name).toBe(corrupt.name);
      expect(JSON.stringify(read)).not.toContain('canary');
      expect((await list([])).total).toBe(2);
      expect(await schedules().delete({ id: corrupt.id, tenant: 'a' })).toBe(true);
      expect(await stored(corrupt)).toBeNull();
    });
  });
});
