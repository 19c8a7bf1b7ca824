import type { BusEvent } from '../../events/event-bus.js';
import { EventSubscriptions } from './event-subscriptions.js';
import { SignalledQueues } from './signalled-queues.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('SignalledQueues', () => {
  it('delivers once for all signals of a turn, to who consumes the queue', async () => {
    const queues = new SignalledQueues();
    const seen: string[] = [];
    const deliver = async ({ queue }: { queue: string }) => {
      seen.push(queue);
      return [];
    };
    for (const queue of ['a', 'b']) queues.consume({ queue, concurrency: 1, deliver });
    queues.signal(['a', 'a', 'other']);
    queues.signal(['a']);
    await turn();
    expect(seen).toEqual(['a']);
    expect(queues.names).toEqual(['a', 'b']);
  });

  it('tells about a delivery that threw, and forgets a consumer that left', async () => {
    const errors: unknown[] = [];
    const queues = new SignalledQueues({ onError: (error) => errors.push(error) });
    const deliver = () => Promise.reject(new Error('broken'));
    const consumer = queues.consume({ queue: 'a', concurrency: 1, deliver });
    queues.signal(['a']);
    await turn();
    await consumer.close();
    queues.signal(['a']);
    await turn();
    expect(errors).toEqual([new Error('broken')]);
    expect(queues.names).toEqual([]);
  });
});

describe('EventSubscriptions', () => {
  const event = (name: string): BusEvent => ({ name, at: new Date(0), tenant: null, data: {} });

  it('delivers after the turn of the publisher, in order, to who asked for the name', async () => {
    const subscriptions = new EventSubscriptions();
    const heard: string[] = [];
    const remove = subscriptions.add({ names: ['a'], listener: ({ name }) => heard.push(name) });
    subscriptions.add({ names: [], listener: ({ name }) => heard.push(`all ${name}`) });
    subscriptions.deliver([event('a'), event('b')]);
    expect(heard).toEqual([]);
    await turn();
    expect(heard).toEqual(['a', 'all a', 'all b']);
    remove();
    subscriptions.deliver([event('a')]);
    await turn();
    expect(heard.slice(3)).toEqual(['all a']);
  });

  it('knows what somebody wants, and survives a listener that throws', async () => {
    const errors: unknown[] = [];
    const subscriptions = new EventSubscriptions({ onError: (error) => errors.push(error) });
    expect(subscriptions.wants('a')).toBe(false);
    subscriptions.add({
      names: ['a'],
      listener: () => {
        throw new Error('broken');
      },
    });
    expect([subscriptions.wants('a'), subscriptions.wants('b')]).toEqual([true, false]);
    subscriptions.deliver([event('a'), event('a')]);
    await turn();
    expect(errors).toHaveLength(2);
  });
});
