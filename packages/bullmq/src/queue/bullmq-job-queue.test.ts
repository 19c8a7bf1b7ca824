import { runQueueConformance } from '@scheduler/testing';
import { connectForWaiting } from '@scheduler/redis/parts';
import { Worker } from 'bullmq';
import { onRedis } from '../test-support/on-redis.js';
import { eventually } from '@scheduler/test-support';

onRedis((redis) => {
  runQueueConformance('bullmq', () => redis.queueHarness());

  it('redelivers the messages of a worker that died before it could claim (F215)', async () => {
    const keyPrefix = redis.newPrefix();
    const { queue, close } = await redis.queueHarness({ keyPrefix, lockMs: 300 });
    const connection = connectForWaiting({ url: redis.url });
    const note = { executionId: 'orphan', queue: 'default', priority: 5, fence: 0 } as const;
    await queue.dispatch({ notes: [{ ...note, availableAt: new Date(0) }] });
    // The worker takes the message and dies.
    const prefix = `${keyPrefix}{default}`;
    const dead = new Worker('default', null, { connection, prefix, lockDuration: 300, autorun: false });
    expect(await dead.getNextJob('dead')).toMatchObject({ data: { ids: ['orphan'] } });
    const delivered: string[] = [];
    await queue.consume({
      queue: 'default',
      concurrency: 1,
      deliver: async ({ executionIds }) => {
        delivered.push(...executionIds);
        return [];
      },
    });
    await eventually('the delivery', () => delivered.length > 0);
    expect(delivered).toEqual(['orphan']);
    await dead.close();
    connection.disconnect();
    await close?.();
  });
});
