import type { ConsumeQueue, JobQueue, QueueConsumer } from '@scheduler/contracts/adapter';
import { fakePort } from '../test-support/fake-port.js';
import { minute } from '../test-support/samples.js';
import { queueByStoreTime } from './queue-by-store-time.js';

describe('queueByStoreTime (F215)', () => {
  it('tells the queue the time of the store, and changes nothing else', async () => {
    const consumer = fakePort<QueueConsumer>({});
    const inner = fakePort<JobQueue>({
      delivery: 'message',
      dispatch: async () => undefined,
      consume: async () => consumer,
    });
    const queue = queueByStoreTime(inner, { now: () => minute(7).getTime() });
    const request: ConsumeQueue = { queue: 'default', concurrency: 1, deliver: async () => [] };
    await queue.dispatch({ notes: [], redelivery: true });
    expect(queue.delivery).toBe('message');
    expect(await queue.consume(request)).toBe(consumer);
    expect(inner.calls).toEqual([
      { method: 'dispatch', request: { notes: [], redelivery: true, now: minute(7) } },
      { method: 'consume', request },
    ]);
  });
});
