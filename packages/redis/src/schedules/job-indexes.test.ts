import { trigger } from '@scheduler/contracts';
import { buildJob, buildOccurrence } from '@scheduler/testing';
import { Redis } from 'ioredis';
import { onRedis } from '../test-support/on-redis.js';

onRedis((redis) => {
  it('leaves no key behind when jobs are removed, whatever became of them', async () => {
    const keyPrefix = redis.newPrefix();
    const { store, close } = await redis.storeHarness(keyPrefix);
    await store.open();
    const client = new Redis(redis.url);
    const now = await store.schedules.now();
    const jobs = [
      buildJob(now, { tenant: 'a', name: 'fired' }),
      buildJob(now, { name: 'renamed' }),
      buildJob(now, { tenant: 'a:b', name: 'cancelled' }),
      buildJob(now, { trigger: trigger.event('order.paid'), nextRunAt: null }),
    ];
    const [fired, renamed, cancelled] = jobs as [(typeof jobs)[0], (typeof jobs)[0], (typeof jobs)[0]];
    await store.schedules.add({ jobs });
    await store.schedules.fire({
      firings: [
        { job: fired, nextRunAt: null, lastRunAt: now, executions: [buildOccurrence(fired, now)] },
        { job: cancelled, nextRunAt: now, lastRunAt: now, executions: [buildOccurrence(cancelled, now)] },
      ],
    });
    await store.schedules.save({
      job: renamed.with({ name: 'another', tenant: 'b', status: 'paused' }),
      expectedRevision: renamed.revision,
    });
    const stored = await store.schedules.get({ id: cancelled.id, tenant: null });
    await store.schedules.cancel({
      job: (stored ?? cancelled).cancel(now),
      expectedRevision: cancelled.revision + 1,
      reason: 'not needed',
    });
    for (const { id } of jobs) expect(await store.schedules.delete({ id, tenant: null })).toBe(true);
    expect(await client.keys(`${keyPrefix}*`)).toEqual([]);
    client.disconnect();
    await store.close();
    await close?.();
  });

  it('adds thousands of jobs in one step, all or none (F128)', async () => {
    const { store, close } = await redis.storeHarness();
    await store.open();
    const now = await store.schedules.now();
    const jobs = Array.from({ length: 10_000 }, () => buildJob(now));
    await store.schedules.add({ jobs });
    expect(await store.statistics.jobCounts({ tenant: null })).toMatchObject({ active: 10_000 });
    await store.close();
    await close?.();
  });
});
